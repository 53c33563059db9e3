import type { Interval } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { runningTrial } from '#core/model/trial.ts'
import { TrialLine } from '../plan/trial-line.tsx'
import * as styles from './trial-days.module.css'

export interface TrialDaysProps {
  subscription: Subscription
  /** The interval of the plan; null if it is no longer offered. */
  interval: Interval | null
  now: Date
  /** Only reserves its space, while the plans are loading. */
  hidden?: boolean
}

/** How the free days work; nothing outside a trial that ends with a charge. */
export const TrialDays = ({ subscription, interval, now, hidden = false }: TrialDaysProps) => {
  const trial = runningTrial(subscription, interval)
  return (
    trial && (
      <div className={hidden ? styles.away : undefined}>
        <h3 className={styles.title}>How your free days work</h3>
        <TrialLine full trial={trial} now={now} />
      </div>
    )
  )
}
