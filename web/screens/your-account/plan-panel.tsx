import type { ReactNode } from 'react'
import type { Elements } from '../../components/elements.ts'
import { Panel } from '../../components/panel.tsx'
import { PlanSignShape } from './plan-sign.tsx'
import type { PlanSummary } from './plan-words.ts'
import * as styles from './plan-panel.module.css'
import * as account from './your-account.module.css'

export interface PlanPanelProps extends Pick<
  PlanSummary,
  'badge' | 'sign' | 'statement' | 'sentence'
> {
  rows?: PlanSummary['rows']
  /**
   * Hides the actions while another form is open. Their space stays, so that a second click hits
   * nothing.
   */
  hidesActions?: boolean
  /** The buttons and links for this state of the plan. */
  children: ReactNode
  /** A less common action, in a line below the buttons. */
  aside?: ReactNode
}

/**
 * The plan's state, with its actions. Each state has its own elements for rows and actions, so that
 * none takes the place of another, where a second click would hit it.
 */
export const PlanPanel = ({
  badge,
  sign,
  statement,
  sentence,
  rows = [],
  hidesActions = false,
  children,
  aside,
}: PlanPanelProps) => (
  <Panel>
    <div className={aside ? `${styles.plan} ${styles.withAside}` : styles.plan}>
      <div aria-live="polite">
        <p className={styles.badge}>
          <PlanSignShape sign={sign} />
          <span>{badge}</span>
        </p>
        <p className={styles.statement}>{statement}</p>
        <p>{sentence}</p>
      </div>
      {rows.length > 0 && (
        <dl key={badge} className={`figures ${styles.rows}`}>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div key={`${badge} actions`} className={hidesActions ? styles.away : ''}>
        <div className={account.actions}>{children}</div>
        {aside && <p className={styles.aside}>{aside}</p>}
      </div>
    </div>
  </Panel>
)

/** Reserves space for an aside within the plan's skeleton. */
export const SpaceForAside = ({ children }: { children: Elements }) => (
  <div className={styles.withAside}>{children}</div>
)

/** The plan's skeleton. */
export const PlanSkeleton = () => (
  <Panel>
    <div className={styles.plan} />
  </Panel>
)
