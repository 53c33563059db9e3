import type { Diagnosis, DiagnosisResult } from '#core/model/profile.ts'
import { scoreChanges } from '#core/model/then-and-now.ts'
import { beliefFraction, beliefZones } from './belief-chart.tsx'
import { beliefNames, pillarNames } from '../../content/words/result-names.ts'
import { pillarZones } from './pillar-chart.tsx'
import { ThenAndNow } from '../../components/then-and-now.tsx'
import { formatShortDate } from '../../content/words/money-words.ts'
import { changeHeading, changeWords } from './change-words.ts'
import * as styles from './result.module.css'

const names = { ...pillarNames, ...beliefNames }

export interface ThenAndNowSectionProps {
  earlier: Pick<Diagnosis, 'createdAt' | 'result'>
  result: DiagnosisResult
  /** The date of the result. */
  date: Date
  /** The level of the section's heading. */
  level?: 2 | 3
}

/** How the scores have moved since an earlier result of the same kind. */
export const ThenAndNowSection = ({ earlier, result, date, level = 2 }: ThenAndNowSectionProps) => {
  const Heading = `h${level}` as const
  const isSurvey = result.kind === 'survey'
  const write = (score: number) => (isSurvey ? String(score) : score.toFixed(1))
  const place = (score: number) => (isSurvey ? score / 100 : beliefFraction(score))
  return (
    <section className={styles.part}>
      <p className="label">Then and now</p>
      <Heading className={styles.title}>{changeHeading(earlier.result, result)}</Heading>
      <div className={styles.chart}>
        <ThenAndNow
          caption={
            isSurvey
              ? 'Your four areas then and now, 0 to 100.'
              : 'Your beliefs then and now, 1 to 6.'
          }
          before={formatShortDate(new Date(earlier.createdAt))}
          after={formatShortDate(date)}
          zones={isSurvey ? pillarZones : beliefZones}
          rows={scoreChanges(earlier.result, result).map((change) => ({
            id: change.id,
            name: names[change.id],
            from: write(change.before),
            to: write(change.after),
            change: changeWords(change, write),
            start: place(change.before),
            end: place(change.after),
          }))}
        />
      </div>
    </section>
  )
}
