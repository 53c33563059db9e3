import { yupResolver } from '@hookform/resolvers/yup'
import { Link, navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#core/model/messages.ts'
import { routes, safeReturnTo } from '#core/model/routes.ts'
import { useStartedSession, useStores } from '../../app/session.tsx'
import { useHydrated } from '../../app/use-hydrated.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { TextField } from '../../components/text-field.tsx'
import { focusHeading } from '../journey/focus-heading.ts'
import { authWords } from '../words/auth-words.ts'
import { signInSchema } from '../words/form-schemas.ts'
import * as styles from './account.module.css'

export interface SignInScreenProps {
  /** The email typed where the visitor came from. */
  email: string
  /** A path of this site, as the URL says; anything else is ignored. */
  returnTo: string | null
}

const heading = 'Welcome back'

/** Email and password; leads to where the visitor wanted to go, else to their account. */
export const SignInScreen = (props: SignInScreenProps) => {
  const state = useStartedSession()
  const isHydrated = useHydrated()
  if (state.kind === 'running' && isHydrated) return <SignInForm {...props} />
  return (
    <StepFrame stepKey="sign-in" heading={heading}>
      <div aria-busy="true">
        <span className="visually-hidden">Loading</span>
        <Skeleton shape="control" count={2} />
      </div>
    </StepFrame>
  )
}

const SignInForm = observer(({ email, returnTo }: SignInScreenProps) => {
  const { signIn, global } = useStores()
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: yupResolver(signInSchema),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState
  useEffect(() => focusHeading(), [])

  const submit = handleSubmit(async (values) => {
    const outcome = await signIn.signIn(values, () => void submit())
    switch (outcome) {
      case 'signed-in': {
        await navigate(safeReturnTo(returnTo), { replace: true })
        return
      }
      case 'wrong-password':
        return setError('password', { message: messages.wrongPassword }, { shouldFocus: true })
      case 'user-not-found':
        return setError('email', { message: messages.userNotFound }, { shouldFocus: true })
      case 'user-disabled':
        return setError('root', { message: authWords.userDisabled })
      case 'too-many-requests':
        return setError('root', { message: authWords.tooManyRequests })
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
      actions={
        <Button type="submit" wide busy={signIn.isBusy} busyLabel="Signing in">
          Sign in
        </Button>
      }
      footnote={
        <>
          New here? <Link to="/sign-up/survey">Start with the check-up</Link>
        </>
      }
    >
      {global.isSessionExpired && (
        <Alert kind="notice">You were signed out to keep your account safe. Sign in again to go on; nothing you entered is lost.</Alert>
      )}
      {errors.root?.message && <Alert kind="error">{errors.root.message}</Alert>}
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" error={errors.email?.message} {...register('email')} />
      <div className={styles.password}>
        <PasswordField error={errors.password?.message} {...register('password')} />
        <p>
          <Link to={routes.accountRecovery} state={{ email: getValues('email') }}>
            Forgot password?
          </Link>
        </p>
      </div>
    </StepFrame>
  )
})
