import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { passwordRules } from '#core/model/password-rules.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { ChangePasswordStore } from '../../stores/change-password-store.ts'
import { AccountName } from '../account/account-name.tsx'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useOwnNotice } from '../forms/use-own-notice.ts'
import { authWords } from '../../content/words/auth-words.ts'
import { RULES_UNMET } from '../../content/words/form-words.ts'
import { AccountSection, focusPart, keepPartHeight } from './account-section.tsx'
import * as styles from './your-account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).newPasswordResolver

/** Changes the password, after asking for the current one. */
export const PasswordSection = () => {
  const [isChanging, setIsChanging] = useState(false)
  const close = () => {
    setIsChanging(false)
    focusPart('password')
  }
  return (
    <AccountSection part="password">
      {isChanging ? (
        <PasswordForm onClose={close} />
      ) : (
        <div className={styles.actions}>
          <Button look="quiet" size="small" onClick={() => setIsChanging(true)}>
            Change password
          </Button>
        </div>
      )}
    </AccountSection>
  )
}

const PasswordForm = observer(({ onClose }: { onClose: () => void }) => {
  const changePassword = useStore(ChangePasswordStore)
  useOwnNotice('changePassword')
  const { register, handleSubmit, setFocus, watch, formState } = useCheckedForm(loadResolver, {
    password: '',
  })
  const { errors, isSubmitted } = formState
  const { isBusy, refusal } = changePassword
  const password = watch('password')
  useEffect(() => {
    changePassword.forgetRefusal()
    setFocus('password')
  }, [changePassword, setFocus])
  const changed = () => {
    keepPartHeight('password')
    onClose()
  }
  const submit = handleSubmit((values) => changePassword.begin(values.password, changed))
  const refused =
    refusal &&
    (refusal === 'too-many-requests' ? authWords.tooManyRequests : authWords.weakPassword)
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <AccountName />
      <PasswordField
        label="New password"
        rules={passwordRules.map(({ label, met }) => ({ label, met: met(password) }))}
        submitFailed={isSubmitted && Boolean(errors.password)}
        error={
          refused ?? (errors.password?.type === RULES_UNMET ? undefined : errors.password?.message)
        }
        errorLines={3}
        {...register('password', { onChange: () => changePassword.forgetRefusal() })}
      />
      <div className={styles.actions}>
        <Button look="quiet" size="small" onClick={onClose} unavailable={isBusy}>
          Keep my password
        </Button>
        <Button type="submit" size="small" busy={isBusy} busyLabel="Changing">
          Change password
        </Button>
      </div>
    </form>
  )
})
