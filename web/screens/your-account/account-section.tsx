import type { Elements } from '../../components/elements.ts'
import { keepHeight } from '../../components/keep-height.ts'
import { accountParts } from './account-parts.ts'
import type { AccountPart } from './account-parts.ts'
import * as styles from './account-section.module.css'

export interface AccountSectionProps {
  part: AccountPart
  children: Elements
}

/** A section of the account: title and note on one side, content on the other. */
export const AccountSection = ({ part, children }: AccountSectionProps) => {
  const { title, note }: { title: string; note?: string } = accountParts[part]
  return (
    <section className={styles.section} aria-labelledby={part}>
      <div>
        <h2 id={part} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/**
 * Moves focus to the section's heading when a form closes, because the button that opened it was
 * unmounted.
 */
export const focusPart = (part: AccountPart) =>
  document.getElementById(part)?.focus({ preventScroll: true })

/** Keeps the section's height when its form is about to close after a response. */
export const keepPartHeight = (part: AccountPart) =>
  keepHeight(document.getElementById(part)?.closest('section') ?? null)
