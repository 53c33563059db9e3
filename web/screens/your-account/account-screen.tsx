import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ReloadButton } from '../../components/reload-button.tsx'
import { LeaveStore } from '../../stores/leave-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { focusHeading } from '../../journey/focus-heading.ts'
import { useReadyApp } from '../../journey/use-ready-app.ts'
import { AccountFrame } from './account-frame.tsx'
import { AccountSkeleton } from './account-skeleton.tsx'
import { AgreementSection } from './agreement-section.tsx'
import { CardSection } from './card-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { Goodbye } from './goodbye.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ResultsSection } from './results-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { useAccountAccess } from './use-account-access.ts'
import { useAccountForm } from './use-account-form.ts'
import type { AccountFormAddress } from './use-account-form.ts'
import * as styles from './your-account.module.css'

/** Everything a signed-in visitor can see and decide about themselves. */
export const AccountScreen = () => {
  const isReady = useReadyApp()
  const address = useAccountForm()
  // Without the form, which the server does not know: reserving space for it now would push down
  // what is already shown.
  return isReady ? <Guarded address={address} /> : <AccountSkeleton form={null} />
}

const Unavailable = () => (
  <AccountFrame lead="">
    <Alert kind="outage" title="We can’t connect right now" action={<ReloadButton />}>
      Nothing is lost. Please try again in a moment.
    </Alert>
  </AccountFrame>
)

const Guarded = observer(({ address }: { address: AccountFormAddress }) => {
  switch (useAccountAccess(address.asked)) {
    case 'open':
      return <Account address={address} />
    case 'deleted':
      return <Goodbye />
    case 'unknown':
      return <Unavailable />
    case 'waiting':
      return <AccountSkeleton form={address.asked} />
  }
})

const Account = observer(({ address }: { address: AccountFormAddress }) => {
  const { global } = useStores()
  const leave = useStore(LeaveStore)
  const yourAccount = useStore(YourAccountStore)
  const userId = global.currentUser?.id

  useEffect(() => focusHeading(), [])
  useEffect(() => {
    if (userId !== undefined) void yourAccount.load()
  }, [userId, yourAccount])
  useEffect(() => {
    const catchUp = () => {
      if (document.visibilityState === 'visible') yourAccount.loadIfOutdated()
    }
    document.addEventListener('visibilitychange', catchUp)
    return () => document.removeEventListener('visibilitychange', catchUp)
  }, [yourAccount])

  return (
    <AccountFrame
      lead={
        <p>
          <span>Signed in as</span>{' '}
          <span className={styles.address}>{global.currentUser?.email}</span>
        </p>
      }
      action={
        <Button
          look="quiet"
          size="small"
          busy={leave.isLeaving === 'signing-out'}
          busyLabel="Signing out"
          onClick={() => void leave.signOut()}
        >
          Sign out
        </Button>
      }
    >
      <div>
        <PlanSection address={address} />
        <CardSection address={address} />
        <InvoicesSection />
        <AgreementSection />
        <ResultsSection />
        <ProfileSection />
        <EmailSection />
        <PasswordSection />
        <SecondFactorSection />
        <DataSection />
        <DeleteSection />
      </div>
    </AccountFrame>
  )
})
