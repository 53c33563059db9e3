import type { ReactNode } from 'react'
import type { Elements } from '../../components/elements.ts'
import * as styles from './account-frame.module.css'

export interface AccountFrameProps {
  /** Under the heading: who is signed in. */
  lead: ReactNode
  action?: Elements
  children: Elements
}

/** The account page's head and the column of its parts. */
export const AccountFrame = ({ lead, action, children }: AccountFrameProps) => (
  <div className={`wrap ${styles.page}`}>
    <header className={styles.head}>
      <div className={styles.who}>
        <h1 tabIndex={-1}>Your account</h1>
        <div className={styles.lead}>{lead}</div>
      </div>
      {action}
    </header>
    {children}
  </div>
)
