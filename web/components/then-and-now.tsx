import { LevelAxis } from './level-bars.tsx'
import type { Zone } from './level-bars.tsx'
import * as styles from './then-and-now.module.css'

export interface ThenAndNowProps {
  /** Says what is measured. */
  caption: string
  /** The labels of the hollow dot and the full one: dates. */
  before: string
  after: string
  rows: readonly {
    id: string
    name: string
    /** The displayed figures: "31" and "58". */
    from: string
    to: string
    /** "up 27" */
    change: string
    /** Where the dots are, 0 to 1. */
    start: number
    end: number
  }[]
  zones: readonly Zone[]
}

/** Two results in one chart. Every figure is also given in words. */
export const ThenAndNow = ({ caption, before, after, rows, zones }: ThenAndNowProps) => (
  <figure className={styles.chart}>
    <figcaption className="visually-hidden">{caption}</figcaption>
    <p className={styles.key}>
      <span>{before}</span>
      <span>{after}</span>
    </p>
    <ul className={`plain ${styles.rows}`}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={styles.row}
          style={{ '--then': row.start, '--now': row.end } as object}
        >
          <b>{row.name}</b>
          <span className="figures">
            <span>{`${row.from} to `}</span>
            <b>{row.to}</b>
            <span>{`, ${row.change}`}</span>
          </span>
          <span className={styles.line} aria-hidden="true">
            <u />
            <i />
            <i />
          </span>
        </li>
      ))}
    </ul>
    <LevelAxis zones={zones} />
  </figure>
)
