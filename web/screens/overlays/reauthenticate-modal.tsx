import { yupResolver } from '@hookform/resolvers/yup'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { object, string } from 'yup'
import { messages } from '#core/model/messages.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import * as styles from '../account/account.module.css'

const words = messages.reauthenticate

const schema = object({ password: string().required(messages.required) })

/** Asks for the password once more, over any page. */
export const ReauthenticateModal = observer(() => {
  const { reauthenticate } = useStores()
  return (
    <Dialog open={reauthenticate.isOpen} onClose={reauthenticate.cancel} title={words.title}>
      <PasswordForm />
    </Dialog>
  )
})

const PasswordForm = observer(() => {
  const { reauthenticate } = useStores()
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: yupResolver(schema),
    defaultValues: { password: '' },
  })
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(({ password }) => reauthenticate.confirm(password))
  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        error={formState.errors.password?.message ?? reauthenticate.passwordError ?? undefined}
        {...register('password', { onChange: () => reauthenticate.forgetError() })}
      />
      <Button type="submit" wide busy={reauthenticate.isBusy} busyLabel="Checking">
        {words.submit}
      </Button>
    </form>
  )
})
