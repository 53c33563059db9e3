import type { ReactNode } from 'react'
import * as styles from './disclosure.module.css'

export interface DisclosureProps {
  summary: string
  /** Opens it, initially or later. */
  open?: boolean
  children: ReactNode
}

/** Details that a visitor can unfold. Always open in print. */
export const Disclosure = ({ summary, open, children }: DisclosureProps) => (
  <details className={styles.disclosure} open={open}>
    <summary>{summary}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
