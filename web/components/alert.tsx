import type { ReactNode, Ref } from 'react'
import * as styles from './alert.module.css'

export interface AlertProps {
  /**
   * Screen readers announce a `notice` politely and the others assertively. Use `outage` when a
   * service failed, `error` when the visitor can correct something.
   */
  kind: 'error' | 'outage' | 'notice'
  title?: string
  children: ReactNode
  /** A button or link to resolve it. */
  action?: ReactNode
  /** To move focus to it after a failed submit. */
  ref?: Ref<HTMLDivElement>
}

/** An inline message, next to what it is about. */
export const Alert = ({ kind, title, children, action, ref }: AlertProps) => (
  <div
    ref={ref}
    tabIndex={-1}
    className={styles.alert}
    data-kind={kind}
    role={kind === 'notice' ? 'status' : 'alert'}
  >
    <svg
      className={styles.sign}
      width="22"
      height="22"
      viewBox="0 0 22 22"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="11" cy="11" r="9.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {kind !== 'notice' ? (
        <path d="M11 6v6M11 15v.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      ) : (
        <path d="M11 10v6M11 6.5v.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      )}
    </svg>
    <div className={styles.words}>
      {title && <p className={styles.title}>{title}</p>}
      <div>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  </div>
)
