import type { BeliefId } from './money-belief.ts'
import type { DiagnosisResult } from './profile.ts'
import type { PillarId } from './survey.ts'

/** One score in two results of the same kind. */
export type ScoreChange = {
  readonly id: PillarId | BeliefId
  readonly before: number
  readonly after: number
}

const scoresOf = (
  result: DiagnosisResult,
): readonly { id: PillarId | BeliefId; score: number }[] =>
  result.kind === 'survey' ? result.pillars : result.beliefs

/** The scores that both results have, those that changed most first. */
export const scoreChanges = (
  earlier: DiagnosisResult,
  later: DiagnosisResult,
): readonly ScoreChange[] =>
  scoresOf(later)
    .flatMap(({ id, score }) => {
      const same = scoresOf(earlier).find((each) => each.id === id)
      return same ? [{ id, before: same.score, after: score }] : []
    })
    .toSorted(
      (one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before),
    )
