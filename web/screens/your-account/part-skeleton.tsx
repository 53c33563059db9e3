import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { AccountPart } from './account-parts.ts'
import { focusPart } from './account-section.tsx'
import * as styles from './part-skeleton.module.css'
import { PlanSkeleton, PlanPanel } from './plan-panel.tsx'
import * as account from './your-account.module.css'

/** The skeleton of a section: the plan's panel, controls, or lines. */
export const PartSkeleton = ({ part }: { part: AccountPart }) => {
  switch (part) {
    case 'plan':
      return <PlanSkeleton />
    case 'card':
    case 'invoices':
    case 'agreement':
    case 'password':
    case 'code':
    case 'data':
    case 'delete':
      return <Skeleton shape="control" />
    case 'results':
      return (
        <div className={styles.resultSkeleton}>
          <Skeleton shape="control" count={2} />
        </div>
      )
    case 'email':
      return <Skeleton shape="control" count={2} />
    case 'details':
      return <Skeleton shape="control" count={3} />
  }
}

export interface AwaitedProps {
  part: AccountPart
  isFailed: boolean
  retry: () => void
}

/**
 * A placeholder for data from the server, or a message when it cannot be loaded. Only the first
 * section offers to retry, for all of them.
 */
export const Awaited = ({ part, isFailed, retry }: AwaitedProps) => {
  if (!isFailed) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden">Loading</span>
        <PartSkeleton part={part} />
      </div>
    )
  }
  if (part !== 'plan') {
    return (
      <InPlace of={<PartSkeleton part={part} />}>
        <p className={account.soft}>We can’t load this right now.</p>
      </InPlace>
    )
  }
  // The button unmounts and would drop the focus.
  const again = () => {
    focusPart('plan')
    retry()
  }
  return (
    <PlanPanel
      badge="Unavailable"
      sign="ring"
      statement="We can’t connect right now"
      sentence="Your plan and your data are safe. Please try again in a moment."
    >
      <Button look="quiet" size="small" onClick={again}>
        Try again
      </Button>
    </PlanPanel>
  )
}
