import type { ReactNode } from 'react'
import * as styles from './your-account.module.css'

export interface AccountSectionProps {
  /** Names the section in the page's address, too: `/account#plan`. */
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}

/** One part of the account: what it is beside what can be done. */
export const AccountSection = ({ id, title, note, children }: AccountSectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <div>
      <h2 id={id} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
    </div>
    <div className={styles.content}>{children}</div>
  </section>
)

/** Where focus goes when a form closes: the button it came from was not there meanwhile. */
export const focusSection = (id: string) => document.getElementById(id)?.focus({ preventScroll: true })
