import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import { routes } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { StepProblem } from '../../journey/step-problem.tsx'
import { TextField } from '../../components/text-field.tsx'
import { SignInStore } from '../../stores/sign-in-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { focusHeading } from '../../journey/focus-heading.ts'
import { useReadyApp } from '../../journey/use-ready-app.ts'
import { authWords } from '../../content/words/auth-words.ts'
import * as styles from './account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).emailResolver

const heading = 'Reset your password'

/** Asks for the email and has the reset mail sent. */
export const AccountRecoveryScreen = ({ email }: { email: string }) => {
  const isReady = useReadyApp()
  if (isReady) return <RecoveryForm email={email} />
  return (
    <StepFrame stepKey="ask" heading={heading}>
      <div aria-busy="true">
        <span className="visually-hidden">Loading</span>
        <Skeleton shape="field" />
      </div>
    </StepFrame>
  )
}

const RecoveryForm = observer(({ email }: { email: string }) => {
  const { global } = useStores()
  const signIn = useStore(SignInStore)
  const isSignedIn = global.currentUser !== null
  const back = isSignedIn ? routes.account : routes.signIn
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useCheckedForm(loadResolver, { email })
  const { errors } = formState
  useEffect(() => focusHeading(), [])

  const submit = handleSubmit(async (values) => {
    const outcome = await signIn.recover(values.email, () => void submit())
    switch (outcome) {
      case 'sent':
        return setSentTo(values.email)
      case 'user-not-found':
        return setError('email', { message: accountMessages.userNotFound }, { shouldFocus: true })
      case 'too-many-requests':
        return setError('root', { message: authWords.tooManyRequests })
      case 'check-failed':
        return setError('root', { message: authWords.checkFailed })
      case 'ignored':
      case 'failed':
        return undefined
    }
  })

  if (sentTo !== null) {
    return (
      <StepFrame
        stepKey="sent"
        heading="Check your email"
        intro={
          <p>
            <span>If there’s an account for</span> <span className={styles.address}>{sentTo}</span>
            <span>, a link to choose a new password is on its way.</span>
          </p>
        }
        actions={
          <>
            <Button look="quiet" onClick={() => setSentTo(null)}>
              Change email
            </Button>
            <LinkButton to={back} wide>
              {isSignedIn ? 'Your account' : 'Sign in'}
            </LinkButton>
          </>
        }
        problem={<StepProblem>{null}</StepProblem>}
        footnote="Can’t find it? Give it a minute, then check your spam folder."
      />
    )
  }
  return (
    <StepFrame
      stepKey="ask"
      heading={heading}
      intro={<p>Enter your account email. We’ll send you a link to choose a new password.</p>}
      onSubmit={(event) => void submit(event)}
      problem={
        <StepProblem>
          {errors.root?.message && <Alert kind="error">{errors.root.message}</Alert>}
        </StepProblem>
      }
      actions={
        <>
          <LinkButton look="quiet" to={back}>
            Back
          </LinkButton>
          <Button type="submit" wide busy={signIn.isBusy} busyLabel="Sending">
            Send the link
          </Button>
        </>
      }
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        errorLines={3}
        {...register('email')}
      />
    </StepFrame>
  )
})
