import type { Diagnosis, DiagnosisResult } from '#core/model/profile.ts'
import { scoreChanges } from '#core/model/then-and-now.ts'
import { beliefFraction, beliefNames, beliefZones } from '../../components/belief-chart.tsx'
import { pillarNames, pillarZones } from '../../components/pillar-chart.tsx'
import { ThenAndNow } from '../../components/then-and-now.tsx'
import { formatShortDate } from '../../content/words/money-words.ts'
import { changeHeading, changeWords } from './change-words.ts'
import * as styles from './result.module.css'

const names = { ...pillarNames, ...beliefNames }

export interface ThenAndNowSectionProps {
  then: Pick<Diagnosis, 'createdAt' | 'result'>
  now: DiagnosisResult
  /** Of the result now. */
  date: Date
}

/** How the scores have moved since an earlier result of the same kind. */
export const ThenAndNowSection = ({ then, now, date }: ThenAndNowSectionProps) => {
  const isSurvey = now.kind === 'survey'
  const write = (score: number) => (isSurvey ? String(score) : score.toFixed(1))
  const place = (score: number) => (isSurvey ? score / 100 : beliefFraction(score))
  return (
    <section className={styles.part}>
      <p className="label">Then and now</p>
      <h2 className={styles.title}>{changeHeading(then.result, now)}</h2>
      <div className={styles.chart}>
        <ThenAndNow
          caption={
            isSurvey ? 'Your parts then and now, 0 to 100.' : 'Your beliefs then and now, 1 to 6.'
          }
          then={formatShortDate(new Date(then.createdAt))}
          now={formatShortDate(date)}
          zones={isSurvey ? pillarZones : beliefZones}
          rows={scoreChanges(then.result, now).map((change) => ({
            id: change.id,
            name: names[change.id],
            from: write(change.then),
            to: write(change.now),
            change: changeWords(change),
            start: place(change.then),
            end: place(change.now),
          }))}
        />
      </div>
    </section>
  )
}
