import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import type { PhoneCodeRefusal, PhoneRefusal } from '../../stores/second-factor-store.ts'
import { SecondFactorStore } from '../../stores/second-factor-store.ts'
import { CodeField } from '../account/code-field.tsx'
import { ResendCode } from '../account/resend-code.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { unbroken } from '../../content/words/money-words.ts'
import * as styles from './second-factor-section.module.css'
import * as account from './your-account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).codeResolver

const refusals: Readonly<Record<PhoneCodeRefusal, string>> = {
  'wrong-code': accountMessages.confirmationCode,
  'code-expired': authWords.codeExpired,
  'phone-taken': 'This phone is already on your account.',
  'too-many-requests': authWords.tooManyRequests,
}

/** Why a request for another code may be refused. */
const resendRefusals: Partial<Record<PhoneRefusal, string>> = {
  'check-failed': authWords.checkFailed,
  'too-many-requests': authWords.tooManyRequests,
}

export interface PhoneCodeFormProps {
  onChangeNumber: () => void
  onClose: () => void
}

/** The form for the code that proves the number is the visitor's own. */
export const PhoneCodeForm = observer(({ onChangeNumber, onClose }: PhoneCodeFormProps) => {
  const { global } = useStores()
  const secondFactor = useStore(SecondFactorStore)
  const { register, handleSubmit, setFocus, formState } = useCheckedForm(loadResolver, { code: '' })
  const { codeRefusal, phoneRefusal, isBusy } = secondFactor
  const refusal = codeRefusal
    ? refusals[codeRefusal]
    : phoneRefusal
      ? resendRefusals[phoneRefusal]
      : undefined
  useEffect(() => setFocus('code'), [setFocus, codeRefusal])
  const submit = handleSubmit(({ code }) => secondFactor.enrol(code))
  return (
    <form
      className={`${account.form} ${styles.asked}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <CodeField
        hint={`We’ve texted it to ${unbroken(secondFactor.phone ?? '')}.`}
        error={formState.errors.code?.message ?? refusal}
        {...register('code', { onChange: () => secondFactor.forgetRefusals() })}
      />
      <div className={account.actions}>
        <ResendCode
          allowedAt={secondFactor.resendAllowedAt}
          now={global.now}
          busy={secondFactor.isSending}
          onResend={() => void secondFactor.resend()}
        />
        <Button
          look="quiet"
          size="small"
          onClick={onChangeNumber}
          unavailable={isBusy || secondFactor.isSending}
        >
          Change number
        </Button>
      </div>
      <div className={account.actions}>
        <Button look="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" size="small" busy={isBusy} busyLabel="Checking">
          Add this phone
        </Button>
      </div>
    </form>
  )
})
