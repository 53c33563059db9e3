import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { mailingRefusalWords, mailingWords } from '../../content/words/mailing-words.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { MailingStore } from '../../stores/mailing-store.ts'
import type { MailingKind } from '../../stores/mailing-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import * as styles from '../account/account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).emailResolver

export interface MailingFormProps {
  kind: MailingKind
  onSubmit: (email: string) => void
  onClose: () => void
}

/** Asks for the address to send the mail to. The address is not stored. */
export const MailingForm = observer(({ kind, onSubmit, onClose }: MailingFormProps) => {
  const store = useStore(MailingStore)
  const { refusal, isSending } = store
  const { register, handleSubmit, formState, setFocus } = useCheckedForm(loadResolver, {
    email: store.knownEmail,
  })
  useEffect(() => {
    // The form's code may arrive while the visitor types elsewhere.
    if (!(document.activeElement instanceof HTMLInputElement)) setFocus('email')
  }, [setFocus])
  const submit = handleSubmit(({ email }) => onSubmit(email))
  const words = mailingWords[kind]
  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Your email"
        hint={words.hint}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={
          formState.errors.email?.message ?? (refusal ? mailingRefusalWords(refusal) : undefined)
        }
        errorLines={3}
        {...(refusal && refusal.kind !== 'email-invalid' && { 'aria-invalid': false })}
        {...register('email', { onChange: store.forgetRefusal })}
      />
      <div className={styles.choices}>
        <Button look="quiet" size="small" unavailable={isSending} onClick={onClose}>
          Not now
        </Button>
        <Button type="submit" size="small" busy={isSending} busyLabel="Sending">
          {words.submit}
        </Button>
      </div>
    </form>
  )
})
