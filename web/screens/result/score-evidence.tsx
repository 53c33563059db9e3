import type { Evidence } from '#core/model/score-evidence.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import * as styles from './score-evidence.module.css'

export interface ScoreEvidenceGroup {
  id: string
  name: string
  /** The score as displayed: "4.9 of 6". */
  score: string
  colour: string
  answers: readonly Evidence[]
}

export interface ScoreEvidenceProps {
  /** The label of the disclosure. */
  summary: string
  /** How answers become a score, in a sentence. */
  explanation: string
  groups: readonly ScoreEvidenceGroup[]
  /** The lowest and highest points of one answer. */
  from: number
  to: number
}

/**
 * The answers behind the scores: each question, its answer and its points, in words and as a bar.
 */
export const ScoreEvidence = ({ summary, explanation, groups, from, to }: ScoreEvidenceProps) => {
  if (groups.every(({ answers }) => answers.length === 0)) return null
  return (
    <Disclosure summary={summary}>
      <p className={styles.explanation}>{explanation}</p>
      {groups.map(({ id, name, score, colour, answers }) => (
        <section
          key={id}
          className={styles.group}
          style={{ '--colour': colour } as object}
          aria-label={name}
        >
          <p className={`figures ${styles.name}`}>
            <b>{name}</b> <span>{score}</span>
          </p>
          <ul className="plain">
            {answers.map((each) => (
              <li key={each.question} className={styles.row}>
                <span className={styles.prompt}>{each.prompt}</span>
                {each.answer !== null && each.answer !== String(each.counted) && (
                  <span className={styles.answer}>{each.answer}</span>
                )}
                <span className={styles.track} aria-hidden="true">
                  <i style={{ width: `${((each.counted - from) / (to - from)) * 100}%` }} />
                </span>
                <span className={`figures ${styles.counted}`}>
                  <span>{each.counted}</span> <span className={styles.of}>{`of ${to}`}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Disclosure>
  )
}
