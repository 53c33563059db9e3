import * as styles from './level-bars.module.css'

export interface LevelBar {
  id: string
  name: string
  /** Where the bar ends, 0 to 1. */
  fraction: number
  /** The displayed figure: "4.9". */
  figure: string
  /** What the figure is out of, for assistive technology: "out of 6". */
  outOf: string
  /** The level in words: "high". */
  level: string
  colour: string
  /** The symbol at the bar's end, so that bars can be distinguished without colour. */
  shape: 'circle' | 'diamond' | 'square' | 'triangle'
  /** The highlighted one. */
  leading?: boolean
}

export interface LevelBarsProps {
  /** Says what is measured. */
  caption: string
  bars: readonly LevelBar[]
  zones: readonly Zone[]
}

/** A level along the axis: where it ends, 0 to 1, and its name. */
export type Zone = { readonly until: number; readonly name: string }

const columnsOf = (zones: readonly Zone[]): string =>
  zones
    .map((zone, index) => `minmax(0, ${zone.until - (zones[index - 1]?.until ?? 0)}fr)`)
    .join(' ')

/** The names of the levels, under the rows. */
export const LevelAxis = ({ zones }: Pick<LevelBarsProps, 'zones'>) => (
  <div className={styles.axis} aria-hidden="true">
    <span className={styles.names} style={{ gridTemplateColumns: columnsOf(zones) }}>
      {zones.map((zone) => (
        <span key={zone.name}>{zone.name}</span>
      ))}
    </span>
  </div>
)

const shapes = {
  circle: 'M11 5a6 6 0 1 1 0 12a6 6 0 1 1 0-12z',
  diamond: 'M11 3.5L18.5 11 11 18.5 3.5 11z',
  square: 'M5.5 5.5h11v11h-11z',
  triangle: 'M11 4.5l7.5 12.5h-15z',
} as const

/**
 * Bars along an axis of named levels. Every figure is also given in words, so nothing depends on
 * colour or length alone.
 */
export const LevelBars = ({ caption, bars, zones }: LevelBarsProps) => {
  const columns = columnsOf(zones)
  return (
    <figure className={styles.chart}>
      <figcaption className="visually-hidden">{caption}</figcaption>
      <ul className={`plain ${styles.rows}`}>
        {bars.map((bar) => (
          <li
            key={bar.id}
            className={styles.row}
            style={{ '--colour': bar.colour } as object}
            data-leading={bar.leading || undefined}
          >
            <span className={styles.name}>{bar.name}</span>
            <span className={`figures ${styles.value}`}>
              <b>{bar.figure}</b>
              <span className="visually-hidden">{` ${bar.outOf},`}</span>{' '}
              <span className={styles.level}>{bar.level}</span>
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.zones} style={{ gridTemplateColumns: columns }}>
                {zones.map((zone) => (
                  <i key={zone.name} />
                ))}
              </span>
              <span className={styles.run}>
                {bar.fraction > 0 && (
                  <span className={styles.fill} style={{ width: `${bar.fraction * 100}%` }} />
                )}
                <svg
                  className={styles.end}
                  style={{ left: `${bar.fraction * 100}%` }}
                  viewBox="0 0 22 22"
                  focusable="false"
                >
                  <path d={shapes[bar.shape]} />
                </svg>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <LevelAxis zones={zones} />
    </figure>
  )
}
