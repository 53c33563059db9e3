import { Skeleton } from '../../components/skeleton.tsx'
import { AccountFrame } from './account-frame.tsx'
import { accountParts } from './account-parts.ts'
import type { AccountPart } from './account-parts.ts'
import { AccountSection } from './account-section.tsx'
import { Bones } from './bones.tsx'
import * as styles from './bones.module.css'
import { CardFormRoom } from './card-form.tsx'

/** The account page until the user is known. `isCardAsked`: with the form for another card. */
export const AccountSkeleton = ({ isCardAsked }: { isCardAsked: boolean }) => (
  <AccountFrame
    lead={
      <div className={styles.leadBone}>
        <Skeleton shape="text" />
      </div>
    }
  >
    <div aria-busy="true">
      <span className="visually-hidden">Loading your account</span>
      {(Object.keys(accountParts) as AccountPart[]).map((part) => (
        <AccountSection key={part} part={part}>
          <Bones part={part} />
          {part === 'card' && isCardAsked && <CardFormRoom />}
        </AccountSection>
      ))}
    </div>
  </AccountFrame>
)
