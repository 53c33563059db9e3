import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { accountFormPath } from '#core/model/account-address.ts'
import { isLive } from '#core/model/subscription.ts'
import { routes } from '#core/model/routes.ts'
import { moneyBackOf } from '#core/model/withdrawal.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { planEndWords } from '../../content/words/delete-words.ts'
import { offerWords } from '../../content/words/withdrawal-words.ts'
import { LeaveStore } from '../../stores/leave-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { useOwnNotice } from '../forms/use-own-notice.ts'
import { AccountSection, focusPart } from './account-section.tsx'
import * as styles from './delete-section.module.css'
import * as account from './your-account.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).deleteAccountResolver

/** Deletes the account after a checkbox, a click and the password. */
export const DeleteSection = () => {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    setIsAsking(false)
    focusPart('delete')
  }
  return (
    <AccountSection part="delete">
      {isAsking ? (
        <DeleteForm onClose={close} />
      ) : (
        <div className={account.actions}>
          <Button look="quiet" size="small" onClick={() => setIsAsking(true)}>
            Delete my account
          </Button>
        </div>
      )}
    </AccountSection>
  )
}

const DeleteForm = observer(({ onClose }: { onClose: () => void }) => {
  const { global } = useStores()
  const leave = useStore(LeaveStore)
  const serverClock = useStore(ServerClock)
  const yourAccount = useStore(YourAccountStore)
  useOwnNotice('deleteAccount')
  const isDeleting = leave.isLeaving === 'deleting'
  const { register, handleSubmit, setFocus, formState } = useCheckedForm(loadResolver, {
    isSure: false,
  })
  useEffect(() => setFocus('isSure'), [setFocus])
  useEffect(() => yourAccount.loadIfOutdated(), [yourAccount])
  const submit = handleSubmit(() => leave.askToDelete())
  const subscription = global.profile?.subscription ?? null
  const { invoices = [] } = yourAccount.records ?? {}
  const moneyBack = moneyBackOf(subscription, invoices, serverClock.now())
  return (
    <form className={account.form} noValidate onSubmit={(event) => void submit(event)}>
      <ul className={styles.consequences}>
        {subscription && isLive(subscription) && <li>{planEndWords(subscription)}</li>}
        {moneyBack && (
          <li>
            <span>
              {`${offerWords(moneyBack.until, moneyBack.amount)} If you delete your account, you give that up.`}
            </span>{' '}
            <a href={accountFormPath('withdrawal')}>Get my money back</a>
          </li>
        )}
        <li>Your profile, your answers and your results will be erased.</li>
        <li>
          <span>
            Nobody can bring them back, not even us. The few things that stay are listed in the
          </span>{' '}
          <Link to={`${routes.privacyPolicy}#your-rights`}>privacy policy</Link>
          <span>.</span>
        </li>
      </ul>
      <Checkbox
        label="Yes, delete my account and everything in it."
        error={formState.errors.isSure?.message}
        {...register('isSure')}
      />
      <div className={account.actions}>
        <Button look="quiet" size="small" onClick={onClose} unavailable={isDeleting}>
          Keep my account
        </Button>
        <Button type="submit" size="small" busy={isDeleting} busyLabel="Deleting">
          Delete for good
        </Button>
      </div>
    </form>
  )
})
