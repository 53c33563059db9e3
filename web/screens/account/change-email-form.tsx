import { yupResolver } from '@hookform/resolvers/yup'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#core/model/messages.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { ChangeEmailRefusal, VerifyEmailStore } from '../../stores/verify-email-store.ts'
import { authWords } from '../words/auth-words.ts'
import { emailSchema } from '../words/form-schemas.ts'
import * as styles from './account.module.css'

const refusals: Readonly<Record<ChangeEmailRefusal, string>> = {
  'email-taken': `${messages.emailInUse} ${messages.emailInUseHint}`,
  'invalid-email': messages.email,
  'too-many-requests': authWords.tooManyRequests,
}

export interface ChangeEmailFormProps {
  change: Pick<VerifyEmailStore, 'pendingEmail' | 'changeEmailRefusal' | 'isChangingEmail' | 'forgetRefusal'>
  /** Has the new address mailed; `sent` once it was. */
  ask: (email: string) => Promise<string>
  onDone: () => void
}

/** Another address for the account. What is typed survives the password being asked for in between. */
export const ChangeEmailForm = observer(({ change, ask, onDone }: ChangeEmailFormProps) => {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: yupResolver(emailSchema),
    defaultValues: { email: '' },
  })
  useEffect(() => setFocus('email'), [setFocus])
  // Also the answer that comes after the password was asked for.
  const { pendingEmail, changeEmailRefusal } = change
  const submit = handleSubmit(async ({ email }) => {
    if ((await ask(email)) === 'sent') onDone()
  })
  useEffect(() => {
    if (pendingEmail !== '' && formState.isSubmitSuccessful && changeEmailRefusal === null && !change.isChangingEmail) onDone()
    // oxlint-disable-next-line react/exhaustive-deps -- only a new pending address closes the form
  }, [pendingEmail])

  return (
    <form className={styles.change} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={formState.errors.email?.message ?? (changeEmailRefusal ? refusals[changeEmailRefusal] : undefined)}
        {...register('email', { onChange: () => change.forgetRefusal() })}
      />
      <div className={styles.choices}>
        <Button look="quiet" size="small" onClick={onDone}>
          Keep the old one
        </Button>
        <Button type="submit" size="small" busy={change.isChangingEmail} busyLabel="Sending">
          Send a link there
        </Button>
      </div>
    </form>
  )
})
