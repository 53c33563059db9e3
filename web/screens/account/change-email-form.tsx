import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { EmailChange, EmailChangeRefusal } from '../../stores/email-change.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useOwnNotice } from '../forms/use-own-notice.ts'
import { authWords } from '../../content/words/auth-words.ts'
import * as styles from './account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).emailResolver

const UNCHANGED = 'This is the email you have now. Please enter the new one.'

const refusals: Readonly<Record<EmailChangeRefusal, string>> = {
  'email-taken': `${accountMessages.emailInUse} ${accountMessages.emailInUseHint}`,
  'invalid-email': accountMessages.email,
  'too-many-requests': authWords.tooManyRequests,
}

export interface ChangeEmailFormProps {
  change: EmailChange
  /** Where the mail leads back to; null for the account. */
  journey: AccountJourney | null
  onSent: () => void
  onCancel: () => void
}

/** Changes the account's email. What was typed is kept while the password modal is open. */
export const ChangeEmailForm = observer(
  ({ change, journey, onSent, onCancel }: ChangeEmailFormProps) => {
    useOwnNotice('changeEmail')
    const { global } = useStores()
    // Starts from the current address, because a wrong one usually has a single typo.
    const current = global.currentUser?.email ?? ''
    const { register, handleSubmit, formState, setFocus, setError } = useCheckedForm(loadResolver, {
      email: change.pendingEmail || current,
    })
    useEffect(() => setFocus('email'), [setFocus])
    useEffect(() => change.forgetRefusal, [change])
    // From the store, so that it also includes an answer that arrives after the password modal.
    const { pendingEmail, refusal, isAsking } = change
    const submit = handleSubmit(async ({ email }) => {
      if (email === current && pendingEmail !== '') {
        change.forgetPending()
        return onSent()
      }
      if (email === current) return setError('email', { message: UNCHANGED }, { shouldFocus: true })
      if ((await change.ask(email, journey)) === 'sent') onSent()
    })
    useEffect(() => {
      if (pendingEmail !== '' && formState.isSubmitSuccessful && refusal === null && !isAsking)
        onSent()
      // oxlint-disable-next-line react/exhaustive-deps -- only a new pending address closes the form
    }, [pendingEmail])

    return (
      <form className={styles.change} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          inputMode="email"
          error={formState.errors.email?.message ?? (refusal ? refusals[refusal] : undefined)}
          errorLines={3}
          {...register('email', { onChange: () => change.forgetRefusal() })}
        />
        <div className={styles.choices}>
          <Button look="quiet" size="small" onClick={onCancel} unavailable={isAsking}>
            Keep my email
          </Button>
          <Button type="submit" size="small" busy={isAsking} busyLabel="Sending">
            Send the link
          </Button>
        </div>
      </form>
    )
  },
)
