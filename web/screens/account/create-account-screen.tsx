import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { accountMessages } from '#core/model/account-messages.ts'
import type { ShownOrder } from '#core/model/order.ts'
import { passwordRules } from '#core/model/password-rules.ts'
import { routes, signInPath } from '#core/model/routes.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { StepProblem } from '../../journey/step-problem.tsx'
import { TextField } from '../../components/text-field.tsx'
import { AccountStore } from '../../stores/account-store.ts'
import type { GlobalStore } from '../../stores/global-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { startLabel } from '../../content/words/money-words.ts'
import { RULES_UNMET } from '../../content/words/form-words.ts'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).createAccountResolver

const FORM = 'create-account'
const EMAIL_TAKEN = 'email-taken'

/** The email as typed here, else the billing email. */
const knownEmail = (global: GlobalStore): string =>
  global.draft(FORM).email ?? global.signUpData.billingEmail

export const createAccountIntro = 'It keeps your results and your plan in one place.'

export interface CreateAccountScreenProps {
  journey: AccountJourney
  intro?: string
  /** The order that is placed with the account, in the journey where the card comes first. */
  order?: ShownOrder | null
  recap?: Elements
  terms?: Elements
}

/**
 * Email, password and consent. In the sign-up the guard leads to verify-email as soon as the
 * account exists; in the quick sign-up the order follows first.
 */
export const CreateAccountScreen = observer((props: CreateAccountScreenProps) => {
  const { journey, intro = createAccountIntro, order = null, recap, terms } = props
  const { global } = useStores()
  const account = useStore(AccountStore)
  const { goBack, progress } = useJourneyMoves(journey, 'create-account')
  const { register, handleSubmit, setError, watch, formState } = useCheckedForm(loadResolver, {
    email: knownEmail(global),
    password: '',
    consent: false,
  })
  const { errors, isSubmitted } = formState
  const isKnown = global.signUpData.accountCreated
  const signIn = signInPath(stepPath(journey, 'create-account'))
  const password = watch('password')
  const email = watch('email')

  useEffect(() => {
    if (email !== knownEmail(global)) global.saveDraft(FORM, { email })
  }, [email, global])

  const submit = handleSubmit(async (values) => {
    const outcome = await account.signUp({ ...values, journey, order }, () => void submit())
    switch (outcome) {
      case 'email-taken':
        return setError(
          'email',
          { type: EMAIL_TAKEN, message: accountMessages.emailInUse },
          { shouldFocus: true },
        )
      case 'invalid-email':
        return setError('email', { message: accountMessages.email }, { shouldFocus: true })
      case 'weak-password':
        return setError('password', { type: RULES_UNMET }, { shouldFocus: true })
      case 'common-password':
        return setError('password', { message: authWords.weakPassword }, { shouldFocus: true })
      case 'too-many-requests':
        return setError('root', { message: authWords.tooManyRequests })
      case 'check-failed':
        return setError('root', { message: authWords.checkFailed })
      case 'signed-up':
      case 'ignored':
      case 'failed':
        return undefined
    }
  })

  const emailError =
    errors.email?.type === EMAIL_TAKEN ? (
      <span>
        <span>{`${accountMessages.emailInUse} ${accountMessages.emailInUseHint}`}</span>{' '}
        <Link to={signIn} state={{ email }}>
          Sign in instead
        </Link>
      </span>
    ) : (
      errors.email?.message
    )

  return (
    <StepFrame
      stepKey="create-account"
      progress={progress}
      heading="Create your account"
      intro={<p>{intro}</p>}
      onSubmit={(event) => void submit(event)}
      problem={
        <StepProblem>
          {errors.root?.message && <Alert kind="error">{errors.root.message}</Alert>}
        </StepProblem>
      }
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack}>
              Back
            </Button>
          )}
          <Button type="submit" wide busy={account.isBusy} busyLabel="Creating account">
            {order ? startLabel(order.product, order.promotion) : 'Create account'}
          </Button>
        </>
      }
      footnote={
        <>
          {terms}
          {!isKnown && (
            <p>
              <span>Already have an account?</span>{' '}
              <Link to={signIn} state={{ email }}>
                Sign in
              </Link>
            </p>
          )}
        </>
      }
    >
      {isKnown && (
        <Alert
          kind="notice"
          action={
            <Link className="lone" to={signIn} state={{ email }}>
              Sign in
            </Link>
          }
        >
          You’ve already used an account in this browser. Sign in to continue where you left off. If
          you create a new one, you’ll start over.
        </Alert>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={emailError}
        errorLines={2}
        {...register('email')}
      />
      <PasswordField
        rules={passwordRules.map(({ label, met }) => ({ label, met: met(password) }))}
        submitFailed={isSubmitted && Boolean(errors.password)}
        error={errors.password?.type === RULES_UNMET ? undefined : errors.password?.message}
        errorLines={2}
        {...register('password')}
      />
      <Checkbox
        label={
          <span>
            <span>I agree to the</span>{' '}
            <a href={routes.termsOfUse} target="_blank" rel="noopener">
              terms of use
            </a>{' '}
            <span>and have read the</span>{' '}
            <a href={routes.privacyPolicy} target="_blank" rel="noopener">
              privacy policy
            </a>
            <span>.</span>
          </span>
        }
        error={errors.consent?.message}
        {...register('consent')}
      />
      {recap}
    </StepFrame>
  )
})
