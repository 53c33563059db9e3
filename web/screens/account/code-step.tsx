import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import { phoneEnding } from '#core/model/phone.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { StepProblem } from '../../journey/step-problem.tsx'
import { site } from '../../site.ts'
import { SignInStore } from '../../stores/sign-in-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { CodeField } from './code-field.tsx'
import { ResendCode } from './resend-code.tsx'
import * as styles from './account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).codeResolver

const refusals: Partial<Record<NonNullable<SignInStore['codeRefusal']>, string>> = {
  'check-failed': authWords.checkFailed,
  'too-many-requests': authWords.tooManyRequests,
}

/** The second step of signing in: the code from the phone. */
export const CodeStep = observer(({ onSignedIn }: { onSignedIn: () => void }) => {
  const { global } = useStores()
  const signIn = useStore(SignInStore)
  const { register, handleSubmit, setError, setFocus, formState } = useCheckedForm(loadResolver, {
    code: '',
  })
  const { errors } = formState
  useEffect(() => setFocus('code'), [setFocus])

  const submit = handleSubmit(async ({ code }) => {
    const outcome = await signIn.confirmCode(code, () => void submit())
    switch (outcome) {
      case 'signed-in':
        return onSignedIn()
      case 'wrong-code':
        return setError(
          'code',
          { message: accountMessages.confirmationCode },
          { shouldFocus: true },
        )
      case 'code-expired':
        return setError('code', { message: authWords.codeExpired }, { shouldFocus: true })
      case 'user-disabled':
        return setError('root', { message: authWords.userDisabled })
      case 'too-many-requests':
        return setError('root', { message: authWords.tooManyRequests })
      case 'sign-in-expired':
      case 'ignored':
      case 'failed':
        return undefined
    }
  })

  const { phone, codeRefusal, resendAllowedAt } = signIn
  const problem = errors.root?.message ?? (codeRefusal ? refusals[codeRefusal] : undefined)
  const ending = phone && phoneEnding(phone)
  return (
    <StepFrame
      stepKey="code"
      label={accountMessages.reauthenticate.step(2)}
      heading="Enter your code"
      intro={<p>It keeps your account safe, even if someone learns your password.</p>}
      onSubmit={(event) => void submit(event)}
      problem={<StepProblem>{problem && <Alert kind="error">{problem}</Alert>}</StepProblem>}
      actions={
        <>
          <Button look="quiet" onClick={signIn.startOver}>
            Back
          </Button>
          <Button type="submit" wide busy={signIn.isBusy} busyLabel="Signing in">
            Sign in
          </Button>
        </>
      }
      footnote={
        <p>
          <span>Lost your phone?</span> <a href={site.helpCentreUrl}>Get help signing in</a>
          <span>.</span>
        </p>
      }
    >
      <CodeField
        hint={`${resendAllowedAt > 0 ? 'We’ve texted' : 'We’ll text'} it to your phone ${ending}.`}
        error={errors.code?.message}
        {...register('code')}
      />
      <div className={styles.choices}>
        <ResendCode
          allowedAt={resendAllowedAt}
          now={global.now}
          busy={signIn.isSendingCode}
          onResend={() => void signIn.sendCode()}
        />
      </div>
    </StepFrame>
  )
})
