import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { DetailsStore } from '../../stores/details-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { DetailsFields, useDetailsForm } from '../details/details-form.tsx'
import { AccountSection, focusPart, keepPartHeight } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import { Facts } from './facts.tsx'
import * as styles from './your-account.module.css'

/** The visitor's name, year of birth and phone, which can be edited. */
export const ProfileSection = observer(() => {
  const { global } = useStores()
  const yourAccount = useStore(YourAccountStore)
  const { profile } = global
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const close = (hasSaved: boolean) => {
    setIsEditing(false)
    setIsSaved(hasSaved)
    focusPart('details')
  }
  return (
    <AccountSection part="details">
      {profile === null ? (
        <Awaited
          part="details"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      ) : isEditing ? (
        <ProfileForm onSave={() => close(true)} onClose={() => close(false)} />
      ) : (
        <>
          <Facts
            facts={[
              {
                label: 'Name',
                value: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
              },
              {
                label: 'Year of birth',
                value: profile.birthYear === null ? '' : String(profile.birthYear),
              },
              { label: 'Phone', value: profile.phone ?? '' },
            ]}
          />
          <div className={styles.actions}>
            <Button look="quiet" size="small" onClick={() => setIsEditing(true)}>
              Edit your details
            </Button>
          </div>
          {/* The notice announces it. */}
          {isSaved && <p className={styles.success}>Saved.</p>}
        </>
      )}
    </AccountSection>
  )
})

interface ProfileFormProps {
  onSave: () => void
  onClose: () => void
}

const ProfileForm = observer(({ onSave, onClose }: ProfileFormProps) => {
  const { notices } = useStores()
  const { isBusy } = useStore(DetailsStore)
  const { form, submit } = useDetailsForm({}, () => {
    notices.succeed('Your details are saved.')
    keepPartHeight('details')
    onSave()
  })
  const { setFocus } = form
  useEffect(() => setFocus('firstName'), [setFocus])
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <DetailsFields form={form} />
      <div className={styles.actions}>
        <Button look="quiet" size="small" onClick={onClose} unavailable={isBusy}>
          Discard changes
        </Button>
        <Button type="submit" size="small" busy={isBusy} busyLabel="Saving">
          Save
        </Button>
      </div>
    </form>
  )
})
