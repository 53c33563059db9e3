import type { BeliefId } from './money-belief.ts'
import type { DiagnosisResult } from './profile.ts'
import type { PillarId } from './survey.ts'

/** One score in two results of the same kind. */
export type ScoreChange<Id extends string = PillarId | BeliefId> = {
  readonly id: Id
  readonly then: number
  readonly now: number
}

const scoresOf = (
  result: DiagnosisResult,
): readonly { id: PillarId | BeliefId; score: number }[] =>
  result.kind === 'survey' ? result.pillars : result.beliefs

/** The scores that both results have, those that changed most first. */
export const scoreChanges = (
  then: DiagnosisResult,
  now: DiagnosisResult,
): readonly ScoreChange[] => {
  const before = scoresOf(then)
  return scoresOf(now)
    .flatMap(({ id, score }) => {
      const earlier = before.find((each) => each.id === id)
      return earlier ? [{ id, then: earlier.score, now: score }] : []
    })
    .toSorted((one, other) => Math.abs(other.now - other.then) - Math.abs(one.now - one.then))
}
