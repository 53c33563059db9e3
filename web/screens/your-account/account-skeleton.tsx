import { Skeleton } from '../../components/skeleton.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountSection } from './account-section.tsx'
import * as styles from './your-account.module.css'

const parts = [
  { id: 'plan', title: 'Your plan', shape: 'panel', count: 1 },
  { id: 'invoices', title: 'Invoices', shape: 'control', count: 1 },
  { id: 'results', title: 'Your results', shape: 'control', count: 2 },
  { id: 'details', title: 'Your details', shape: 'control', count: 2 },
  { id: 'email', title: 'Email', shape: 'control', count: 1 },
] as const

/** The account page while it is not known yet whose it is. */
export const AccountSkeleton = () => (
  <AccountFrame
    lead={
      <div className={styles.leadBone}>
        <Skeleton shape="text" />
      </div>
    }
  >
    <div aria-busy="true">
      <span className="visually-hidden">Loading your account</span>
      {parts.map(({ id, title, shape, count }) => (
        <AccountSection key={id} id={id} title={title}>
          <Skeleton shape={shape} count={count} />
        </AccountSection>
      ))}
    </div>
  </AccountFrame>
)
