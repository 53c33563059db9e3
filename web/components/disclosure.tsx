import type { ReactNode } from 'react'
import * as styles from './disclosure.module.css'

/** More to read for those who ask for it. Open on paper. */
export const Disclosure = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className={styles.disclosure}>
    <summary>{summary}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
