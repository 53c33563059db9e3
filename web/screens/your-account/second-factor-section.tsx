import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { phoneEnding } from '#core/model/phone.ts'
import type { SecondFactor } from '#core/ports/auth-second-factor.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { SecondFactorStore } from '../../stores/second-factor-store.ts'
import { AccountSection, focusPart } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import { Facts } from './facts.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import * as styles from './your-account.module.css'

/** The phone that receives the codes for signing in: adding it and removing it. */
export const SecondFactorSection = observer(() => {
  const secondFactor = useStore(SecondFactorStore)
  const { factors, isUnavailable, load } = secondFactor
  useEffect(() => void load(), [load])
  // The button unmounts and would drop the focus.
  const retry = () => {
    focusPart('code')
    void load()
  }
  return (
    <AccountSection part="code">
      {factors === null ? (
        <>
          <Awaited part="code" isFailed={isUnavailable} retry={retry} />
          {isUnavailable && <TryAgain onClick={retry} />}
        </>
      ) : factors.length > 0 ? (
        factors.map((factor) => <Phone key={factor.id} factor={factor} />)
      ) : (
        <NoPhone />
      )}
    </AccountSection>
  )
})

/** The rest of the page comes from another service, so its Retry does not help here. */
const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <div className={styles.actions}>
    <Button look="quiet" size="small" onClick={onClick}>
      Try again
    </Button>
  </div>
)

const Phone = observer(({ factor: { id, phone } }: { factor: SecondFactor }) => {
  const secondFactor = useStore(SecondFactorStore)
  // The button that had the focus is removed too.
  useEffect(() => () => focusPart('code'), [])
  return (
    <>
      <Facts
        facts={[
          { label: 'Sign-in codes', value: `On, texted to the number ${phoneEnding(phone)}` },
        ]}
      />
      <div className={styles.actions}>
        <Button
          look="quiet"
          size="small"
          busy={secondFactor.isBusy}
          busyLabel="Removing"
          onClick={() => secondFactor.remove(id)}
        >
          Remove this phone
        </Button>
      </div>
    </>
  )
})

const NoPhone = observer(() => {
  const { global } = useStores()
  const secondFactor = useStore(SecondFactorStore)
  const [isAdding, setIsAdding] = useState(false)
  const [phone, setPhone] = useState('')
  useEffect(() => () => secondFactor.giveUp(), [secondFactor])
  // Once the phone is added, the form that had the focus is removed.
  useEffect(() => (isAdding ? () => focusPart('code') : undefined), [isAdding])
  const close = () => {
    secondFactor.giveUp()
    setIsAdding(false)
    setPhone('')
  }
  const changeNumber = () => {
    setPhone(secondFactor.phone ?? '')
    secondFactor.giveUp()
  }
  if (!global.currentUser?.emailVerified) {
    return <p className={styles.soft}>Once your email is confirmed, you can add a phone here.</p>
  }
  if (!isAdding) {
    return (
      <div className={styles.actions}>
        <Button look="quiet" size="small" onClick={() => setIsAdding(true)}>
          Add a phone
        </Button>
      </div>
    )
  }
  return secondFactor.phone === null ? (
    <PhoneForm phone={phone} onClose={close} />
  ) : (
    <PhoneCodeForm onChangeNumber={changeNumber} onClose={close} />
  )
})
