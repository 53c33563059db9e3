import type { DiagnosisResult } from '#core/model/profile.ts'
import { scoreChanges } from '#core/model/then-and-now.ts'
import type { ScoreChange } from '#core/model/then-and-now.ts'
import { beliefNames } from '../../components/belief-chart.tsx'
import { pillarNames } from '../../components/pillar-chart.tsx'

const names = { ...pillarNames, ...beliefNames }

/** In tenths, as the scores of beliefs are. */
const difference = ({ then, now }: Pick<ScoreChange, 'then' | 'now'>): number =>
  Math.round((now - then) * 10) / 10

/** "up 27", "down 0.5" or "the same" */
export const changeWords = (change: Pick<ScoreChange, 'then' | 'now'>): string => {
  const by = difference(change)
  return by === 0 ? 'the same' : `${by > 0 ? 'up' : 'down'} ${Math.abs(by)}`
}

/** "From 51 to 58, and Borrow moved the most." Beliefs have no score of the whole. */
export const changeHeading = (then: DiagnosisResult, now: DiagnosisResult): string => {
  const [most, next] = scoreChanges(then, now)
  const hasMoved = most !== undefined && difference(most) !== 0
  const isAlone = most && (!next || Math.abs(difference(next)) < Math.abs(difference(most)))
  const moved = hasMoved && isAlone ? `${names[most.id]} moved the most` : null
  if (then.kind !== 'survey' || now.kind !== 'survey')
    return `${moved ?? (hasMoved ? 'Some of your beliefs have moved' : 'Nothing has moved')}.`
  const whole =
    then.score === now.score ? `${now.score}, then and now` : `From ${then.score} to ${now.score}`
  return `${whole}${moved ? `, and ${moved}` : ''}.`
}
