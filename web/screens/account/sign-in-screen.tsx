import { Link, navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import { keepsEntries } from '#core/model/kept-entries.ts'
import { routes, safeReturnTo } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { StepProblem } from '../../journey/step-problem.tsx'
import { TextField } from '../../components/text-field.tsx'
import { SignInStore } from '../../stores/sign-in-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { focusHeading, focusNewHeading } from '../../journey/focus-heading.ts'
import { useReadyApp } from '../../journey/use-ready-app.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { CodeStep } from './code-step.tsx'
import type { SignInNotice } from './email-from.ts'
import * as styles from './account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).signInResolver

export interface SignInScreenProps {
  /** The email typed on the previous page. */
  email: string
  /** Why the visitor was sent here. */
  notice: SignInNotice | null
}

const heading = 'Welcome back'

/** Email and password; leads to where the visitor wanted to go, else to their account. */
export const SignInScreen = (props: SignInScreenProps) => {
  const isReady = useReadyApp()
  if (isReady) return <SignInSteps {...props} />
  return (
    <StepFrame stepKey="sign-in" heading={heading}>
      <div aria-busy="true">
        <span className="visually-hidden">Loading</span>
        <Skeleton shape="field" count={2} />
      </div>
    </StepFrame>
  )
}

const notices: Readonly<Record<SignInNotice, string>> = {
  'password-changed': 'Your new password is set. Sign in with it from now on.',
  'sign-in-again':
    'To do that, we need your password and a code from your phone. Sign in again, then pick up where you left off.',
}

/** The path in the URL to continue to, read in the browser so that no document contains it. */
const target = () => safeReturnTo(new URLSearchParams(window.location.search).get('returnTo'))

/** Does nothing once the visitor has left the page. */
const goOn = () => {
  if (window.location.pathname.replace(/\/$/, '') !== routes.signIn) return
  void navigate(target(), { replace: true })
}

/** The password and, where the account asks for one, the code from the phone. */
const SignInSteps = observer((props: SignInScreenProps) => {
  const signIn = useStore(SignInStore)
  const isAtCode = signIn.phone !== null
  const wasAtCode = useRef(false)
  // A visitor who comes back later starts with the password.
  useEffect(() => signIn.startOver, [signIn])
  useEffect(() => {
    if (wasAtCode.current && !isAtCode) focusNewHeading()
    wasAtCode.current = isAtCode
  }, [isAtCode])
  return isAtCode ? <CodeStep onSignedIn={goOn} /> : <PasswordStep {...props} onSignedIn={goOn} />
})

type PasswordStepProps = SignInScreenProps & { onSignedIn: () => void }

const PasswordStep = observer(({ email, notice, onSignedIn }: PasswordStepProps) => {
  const { global } = useStores()
  const signIn = useStore(SignInStore)
  const { register, handleSubmit, setError, watch, formState } = useCheckedForm(loadResolver, {
    email,
    password: '',
  })
  const { errors } = formState
  useEffect(() => focusHeading(), [])

  const submit = handleSubmit(async (values) => {
    const outcome = await signIn.signIn(values, () => void submit())
    switch (outcome) {
      case 'signed-in':
        return onSignedIn()
      case 'wrong-password':
        return setError(
          'password',
          { message: accountMessages.wrongPassword },
          { shouldFocus: true },
        )
      case 'user-not-found':
        return setError('email', { message: accountMessages.userNotFound }, { shouldFocus: true })
      case 'user-disabled':
        return setError('root', { message: authWords.userDisabled })
      case 'too-many-requests':
        return setError('root', { message: authWords.tooManyRequests })
      case 'code-required':
      case 'ignored':
      case 'failed':
        return undefined
    }
  })

  return (
    <StepFrame
      stepKey="sign-in"
      heading={heading}
      onSubmit={(event) => void submit(event)}
      problem={
        <StepProblem>
          {errors.root?.message && <Alert kind="error">{errors.root.message}</Alert>}
        </StepProblem>
      }
      actions={
        <Button type="submit" wide busy={signIn.isBusy} busyLabel="Signing in">
          Sign in
        </Button>
      }
      footnote={
        <p>
          <span>New here?</span>{' '}
          <Link to="/sign-up/survey" data-call="">
            Start with the check-up
          </Link>
        </p>
      }
    >
      {global.isSessionExpired && (
        <Alert kind="notice">
          {`You were signed out to keep your account safe. Sign in again to continue.${keepsEntries(target()) ? ' Nothing you entered is lost.' : ''}`}
        </Alert>
      )}
      {notice && !global.isSessionExpired && <Alert kind="notice">{notices[notice]}</Alert>}
      {signIn.codeRefusal === 'sign-in-expired' && (
        <Alert kind="error">{authWords.signInExpired}</Alert>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        errorLines={3}
        {...register('email')}
      />
      <div className={styles.password}>
        <PasswordField error={errors.password?.message} errorLines={2} {...register('password')} />
        <p>
          <Link className="lone" to={routes.accountRecovery} state={{ email: watch('email') }}>
            Forgot password?
          </Link>
        </p>
      </div>
    </StepFrame>
  )
})
