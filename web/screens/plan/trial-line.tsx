import type { Trial } from '#core/model/trial.ts'
import { trialPoints } from '../../content/words/trial-words.ts'
import * as styles from './trial-line.module.css'

export interface TrialLineProps {
  trial: Trial
  now: Date
  /** Adds a sentence about each day. */
  full?: boolean
}

/** The free days as a line: their start, the reminder, the first charge. */
export const TrialLine = ({ trial, now, full = false }: TrialLineProps) => (
  <ol
    className={`plain figures ${styles.line} ${full ? styles.full : ''}`}
    aria-label="Your free days"
  >
    {trialPoints(trial, now).map(({ kind, isPast, day, fullDay, fact, title, note }) => (
      <li key={kind} data-kind={kind} data-past={isPast || undefined}>
        <b className={styles.day}>{full ? fullDay : day}</b>{' '}
        <span className={full ? styles.title : undefined}>{full ? title : fact}</span>
        {full && <span className={styles.note}>{` ${note}`}</span>}
      </li>
    ))}
  </ol>
)
