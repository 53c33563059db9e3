import type { AccountForm } from '#core/model/account-address.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { AccountFrame } from './account-frame.tsx'
import { accountParts } from './account-parts.ts'
import type { AccountPart } from './account-parts.ts'
import { AccountSection } from './account-section.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import * as styles from './part-skeleton.module.css'
import { CardFormSpace } from './card-form.tsx'
import { PlanChangeSpace } from './plan-change-form.tsx'
import { WithdrawalSpace } from './withdrawal-form.tsx'

/** The account page until the user is known, with space reserved for the form that will be open. */
export const AccountSkeleton = ({ form }: { form: AccountForm | null }) => (
  <AccountFrame
    lead={
      <div className={styles.leadSkeleton}>
        <Skeleton shape="text" />
      </div>
    }
  >
    <div aria-busy="true">
      <span className="visually-hidden">Loading your account</span>
      {(Object.keys(accountParts) as AccountPart[]).map((part) => (
        <AccountSection key={part} part={part}>
          <PartSkeleton part={part} />
          {part === 'plan' && form === 'plan' && <PlanChangeSpace />}
          {part === 'plan' && form === 'withdrawal' && <WithdrawalSpace />}
          {part === 'card' && form === 'card' && <CardFormSpace />}
        </AccountSection>
      ))}
    </div>
  </AccountFrame>
)
