import { Link, navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { accountMessages } from '#core/model/account-messages.ts'
import { messages } from '#core/model/messages.ts'
import { routes, signInPath } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { ReauthenticateStore } from '../../stores/reauthenticate-store.ts'
import { AccountName } from '../../screens/account/account-name.tsx'
import { useCheckedForm } from '../../screens/forms/use-checked-form.ts'
import * as styles from '../../screens/account/account.module.css'

const loadResolver = async () =>
  (await import('../../screens/forms/form-resolvers.ts')).passwordResolver

const words = accountMessages.reauthenticate

/** Asks for the password once more, over any page. */
export const ReauthenticateModal = observer(() => {
  const reauthenticate = useStore(ReauthenticateStore)
  const { isOpen, isSignInNeeded, cancel } = reauthenticate
  return (
    <Dialog
      open={isOpen}
      onClose={cancel}
      title={isSignInNeeded ? 'Sign in again to continue' : words.title}
    >
      {isSignInNeeded ? <SignInAgain /> : <PasswordForm />}
    </Dialog>
  )
})

const PasswordForm = observer(() => {
  const { global } = useStores()
  const reauthenticate = useStore(ReauthenticateStore)
  const { register, handleSubmit, setError, setFocus, formState } = useCheckedForm(loadResolver, {
    password: '',
  })
  const { errors } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async ({ password }) => {
    try {
      await reauthenticate.confirm(password)
    } catch (error) {
      setError('root', { message: messages.somethingWentWrong })
      throw error
    }
  })
  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <AccountName />
      <div className={styles.password}>
        <PasswordField
          label="Your current password"
          error={
            errors.root?.message ??
            errors.password?.message ??
            reauthenticate.passwordError ??
            undefined
          }
          errorLines={2}
          {...register('password', { onChange: () => reauthenticate.forgetError() })}
        />
        <p>
          <Link
            className="lone"
            to={routes.accountRecovery}
            state={{ email: global.currentUser?.email }}
            onClick={({ metaKey, ctrlKey, shiftKey, altKey }) => {
              if (!metaKey && !ctrlKey && !shiftKey && !altKey) reauthenticate.cancel()
            }}
          >
            Forgot password?
          </Link>
        </p>
      </div>
      <Button type="submit" wide busy={reauthenticate.isBusy} busyLabel="Checking">
        {words.submit}
      </Button>
    </form>
  )
})

/** For accounts with a second factor, whose code only the sign-in page asks for. */
const SignInAgain = observer(() => {
  const { global } = useStores()
  const reauthenticate = useStore(ReauthenticateStore)
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const go = () => {
    const { pathname, search } = window.location
    reauthenticate.cancel()
    void navigate(signInPath(pathname + search), {
      state: { email: global.currentUser?.email, notice: 'sign-in-again' },
    })
  }
  return (
    <div className={styles.fields}>
      <p ref={text} tabIndex={-1}>
        Your account also needs a code from your phone. Sign in again with both, and you’ll come
        straight back to this page.
      </p>
      <Button wide onClick={go}>
        Sign in again
      </Button>
    </div>
  )
})
