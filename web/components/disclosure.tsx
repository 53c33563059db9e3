import type { ReactNode } from 'react'
import * as styles from './disclosure.module.css'

export interface DisclosureProps {
  summary: string
  /** Opens it, also later. */
  open?: boolean
  children: ReactNode
}

/** More to read for those who ask for it. Open on paper. */
export const Disclosure = ({ summary, open, children }: DisclosureProps) => (
  <details className={styles.disclosure} open={open}>
    <summary>{summary}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
