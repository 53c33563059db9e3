import type { Elements } from '../../components/elements.ts'
import { Glide } from '../../components/glide.tsx'
import { accountParts } from './account-parts.ts'
import type { AccountPart } from './account-parts.ts'
import * as styles from './account-section.module.css'

export interface AccountSectionProps {
  part: AccountPart
  /** What changes with an answer and makes it higher or lower. */
  at?: unknown
  children: Elements
}

/** One part of the account: what it is beside what can be done. */
export const AccountSection = ({ part, at, children }: AccountSectionProps) => {
  const { title, note }: { title: string; note?: string } = accountParts[part]
  return (
    <section className={styles.section} aria-labelledby={part}>
      <div>
        <h2 id={part} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.content}>
        <Glide at={at}>{children}</Glide>
      </div>
    </section>
  )
}

/** Where focus goes when a form closes: the button it came from was not there meanwhile. */
export const focusPart = (part: AccountPart) => document.getElementById(part)?.focus({ preventScroll: true })
