import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { PhoneRefusal } from '../../stores/second-factor-store.ts'
import { SecondFactorStore } from '../../stores/second-factor-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { PHONE_MESSAGE } from '../../content/words/form-words.ts'
import * as styles from './second-factor-section.module.css'
import * as account from './your-account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).phoneResolver

const refusals: Readonly<Record<PhoneRefusal, string>> = {
  'invalid-phone': PHONE_MESSAGE,
  'phone-taken': 'This phone is already on your account.',
  'unverified-email': 'Please confirm your email first. The link is in the email we sent you.',
  'check-failed': authWords.checkFailed,
  'too-many-requests': authWords.tooManyRequests,
}

export interface PhoneFormProps {
  /** The number entered before; empty at first. */
  phone: string
  onClose: () => void
}

/** The number that a code is sent to. */
export const PhoneForm = observer(({ phone, onClose }: PhoneFormProps) => {
  const secondFactor = useStore(SecondFactorStore)
  const { register, handleSubmit, setFocus, formState } = useCheckedForm(loadResolver, {
    phone,
  })
  const { phoneRefusal } = secondFactor
  useEffect(() => setFocus('phone'), [setFocus, phoneRefusal])
  const submit = handleSubmit((values) => secondFactor.sendCode(values.phone))
  return (
    <form
      className={`${account.form} ${styles.asked}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Phone"
        hint="Include the country code. We only use it for these codes."
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        error={
          formState.errors.phone?.message ?? (phoneRefusal ? refusals[phoneRefusal] : undefined)
        }
        errorLines={3}
        {...register('phone', { onChange: () => secondFactor.forgetRefusals() })}
      />
      <div className={account.actions}>
        <Button look="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" size="small" busy={secondFactor.isSending} busyLabel="Sending">
          Text me a code
        </Button>
      </div>
    </form>
  )
})
