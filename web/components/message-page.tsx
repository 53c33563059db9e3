import type { ReactNode } from 'react'
import * as styles from './message-page.module.css'

export interface MessagePageProps {
  illustration?: ReactNode
  label: string
  heading: string
  children: ReactNode
  actions: ReactNode
}

/** A page with one message, such as "not found". */
export const MessagePage = ({
  illustration,
  label,
  heading,
  children,
  actions,
}: MessagePageProps) => (
  <div className={`wrap ${styles.page}`}>
    {illustration && <div className={styles.picture}>{illustration}</div>}
    <div>
      <p className="label">{label}</p>
      <h1 className={styles.heading}>{heading}</h1>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </div>
  </div>
)
