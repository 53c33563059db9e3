import { yupResolver } from '@hookform/resolvers/yup'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#core/model/messages.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { ChangeEmailRefusal } from '../../stores/verify-email-store.ts'
import { authWords } from '../words/auth-words.ts'
import { emailSchema } from '../words/form-schemas.ts'
import * as styles from './account.module.css'

const refusals: Readonly<Record<ChangeEmailRefusal, string>> = {
  'email-taken': `${messages.emailInUse} ${messages.emailInUseHint}`,
  'invalid-email': messages.email,
  'too-many-requests': authWords.tooManyRequests,
}

/** Another address for the account. What is typed survives the password being asked for in between. */
export const ChangeEmailForm = observer(({ journey, onDone }: { journey: AccountJourney; onDone: () => void }) => {
  const { verifyEmail } = useStores()
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: yupResolver(emailSchema),
    defaultValues: { email: '' },
  })
  useEffect(() => setFocus('email'), [setFocus])
  // Also the answer that comes after the password was asked for.
  const { pendingEmail, changeEmailRefusal } = verifyEmail
  const submit = handleSubmit(async ({ email }) => {
    if ((await verifyEmail.changeEmail(email, journey)) === 'sent') onDone()
  })
  useEffect(() => {
    if (pendingEmail !== '' && formState.isSubmitSuccessful && changeEmailRefusal === null && !verifyEmail.isChangingEmail) onDone()
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
        {...register('email', { onChange: () => verifyEmail.forgetRefusal() })}
      />
      <div className={styles.choices}>
        <Button look="quiet" size="small" onClick={onDone}>
          Keep the old one
        </Button>
        <Button type="submit" size="small" busy={verifyEmail.isChangingEmail} busyLabel="Sending">
          Send a link there
        </Button>
      </div>
    </form>
  )
})
