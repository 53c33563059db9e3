import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { passwordRules } from '#core/model/password-rules.ts'
import { routes, signInPath } from '#core/model/routes.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { MailLinkStore } from '../../stores/mail-link-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { RULES_UNMET } from '../../content/words/form-words.ts'
import * as styles from './account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).newPasswordResolver

/** Sets the new password from an account-recovery mail, then leads to sign-in. */
export const NewPasswordStep = observer(({ email }: { email: string }) => {
  const mailLink = useStore(MailLinkStore)
  const { register, handleSubmit, setError, watch, formState } = useCheckedForm(loadResolver, {
    password: '',
  })
  const { errors, isSubmitted } = formState
  const password = watch('password')

  const submit = handleSubmit(async (values) => {
    const outcome = await mailLink.setPassword(values.password, () => void submit())
    switch (outcome) {
      case 'weak-password':
        return setError('password', { type: RULES_UNMET }, { shouldFocus: true })
      case 'common-password':
        return setError('password', { message: authWords.weakPassword }, { shouldFocus: true })
      case 'refused':
      case 'ignored':
      case 'failed':
        return undefined
      case 'reset': {
        const target = mailLink.link?.continueTo
        const state = { email, notice: 'password-changed' }
        return navigate(target ? signInPath(target) : routes.signIn, { replace: true, state })
      }
    }
  })

  return (
    <StepFrame
      stepKey="choose-password"
      heading="Choose a new password"
      intro={
        <p>
          <span>This is for</span> <span className={styles.address}>{email}</span>
          <span>. Use it the next time you sign in.</span>
        </p>
      }
      onSubmit={(event) => void submit(event)}
      actions={
        <Button type="submit" wide busy={mailLink.isBusy} busyLabel="Saving">
          Save password
        </Button>
      }
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        rules={passwordRules.map(({ label, met }) => ({ label, met: met(password) }))}
        submitFailed={isSubmitted && Boolean(errors.password)}
        error={errors.password?.type === RULES_UNMET ? undefined : errors.password?.message}
        errorLines={2}
        {...register('password')}
      />
    </StepFrame>
  )
})
