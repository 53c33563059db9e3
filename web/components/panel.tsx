import type { ReactNode } from 'react'
import * as styles from './panel.module.css'

export interface PanelRow {
  label: ReactNode
  value: ReactNode
}

export interface PanelProps {
  /** Shown above the rows. */
  title?: string
  rows?: readonly PanelRow[]
  /** A row below a hairline, emphasised. */
  total?: PanelRow
  /** Anything under the rows, or instead of them. */
  children?: ReactNode
}

/** A summary panel in the sand colour. */
export const Panel = ({ title, rows = [], total, children }: PanelProps) => (
  <section className={styles.panel} aria-label={title}>
    {title && <h2 className={styles.title}>{title}</h2>}
    {(rows.length > 0 || total) && (
      <dl className={`figures ${styles.rows}`}>
        {rows.map((row, index) => (
          <div key={typeof row.label === 'string' ? row.label : index} className={styles.row}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </div>
        ))}
        {total && (
          <div className={`${styles.row} ${styles.total}`}>
            <dt>{total.label}</dt>
            <dd>{total.value}</dd>
          </div>
        )}
      </dl>
    )}
    {children && <div className={styles.children}>{children}</div>}
  </section>
)
