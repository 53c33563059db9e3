import type { DiagnosisResult } from '#core/model/profile.ts'
import { scoreChanges } from '#core/model/then-and-now.ts'
import type { ScoreChange } from '#core/model/then-and-now.ts'
import { beliefNames, pillarNames } from '../../content/words/result-names.ts'

const names = { ...pillarNames, ...beliefNames }

/** The difference rounded to tenths, the precision of belief scores. */
const difference = ({ before, after }: Pick<ScoreChange, 'before' | 'after'>): number =>
  Math.round((after - before) * 10) / 10

/** "up 27", "down 0.5" or "the same"; `write` formats the number. */
export const changeWords = (
  change: Pick<ScoreChange, 'before' | 'after'>,
  write: (score: number) => string,
): string => {
  const by = difference(change)
  return by === 0 ? 'the same' : `${by > 0 ? 'up' : 'down'} ${write(Math.abs(by))}`
}

/** "From 51 to 58, and Borrow moved the most." Money beliefs have no overall score to name. */
export const changeHeading = (earlier: DiagnosisResult, later: DiagnosisResult): string => {
  const [most, next] = scoreChanges(earlier, later)
  const hasMoved = most !== undefined && difference(most) !== 0
  const isAlone = most && (!next || Math.abs(difference(next)) < Math.abs(difference(most)))
  const moved = hasMoved && isAlone ? `${names[most.id]} moved the most` : null
  if (earlier.kind !== 'survey' || later.kind !== 'survey')
    return `${moved ?? (hasMoved ? 'Some of your beliefs have moved' : 'Nothing has moved')}.`
  const whole =
    earlier.score === later.score
      ? `${later.score}, then and now`
      : `From ${earlier.score} to ${later.score}`
  return `${whole}${moved ? `, and ${moved}` : ''}.`
}
