import type { BeliefId } from './money-belief.ts'
import type { PillarId, SurveyResult } from './survey.ts'

/** Why a step is scheduled for its week. */
export type WeekCause =
  | { readonly kind: 'belief'; readonly belief: BeliefId }
  | { readonly kind: 'pillar'; readonly pillar: PillarId }
  | { readonly kind: 'goal' }

/** `title`: the title of the step to take; null for a belief, whose steps have none. */
export type Week = { readonly cause: WeekCause; readonly title: string | null }

type Pillar = SurveyResult['pillars'][number]

/** The unrounded score, by which the admin API picks the next steps. */
const exactScore = ({ score, answers }: Pillar): number =>
  answers.length === 0
    ? score
    : answers.reduce((sum, { points }) => sum + points, 0) / answers.length

/** The pillars, lowest score first; equal ones keep their order. */
const pillarsByNeed = ({ pillars }: SurveyResult): readonly Pillar[] =>
  pillars.toSorted((one, other) => exactScore(one) - exactScore(other))

/** The pillars that share the lowest displayed score; empty when all of them do. */
export const lowestPillars = ({ pillars }: SurveyResult): readonly Pillar[] => {
  const least = Math.min(...pillars.map(({ score }) => score))
  const lowest = pillars.filter(({ score }) => score === least)
  return lowest.length < pillars.length ? lowest : []
}

const weekFor = (pillar: Pillar | undefined, title: string | undefined): readonly Week[] =>
  pillar && title ? [{ cause: { kind: 'pillar', pillar: pillar.id }, title }] : []

/**
 * What the first weeks are about: the loudest belief, the lowest pillar and the goal. Without a
 * loud belief: the two lowest pillars and the goal, as in the result's next steps.
 */
export const firstWeeks = (survey: SurveyResult, belief: BeliefId | null): readonly Week[] => {
  const [lowest, second] = pillarsByNeed(survey)
  const [forLowest, forSecond, forGoal] = survey.nextSteps.map(({ title }) => title)
  const goal: readonly Week[] = forGoal ? [{ cause: { kind: 'goal' }, title: forGoal }] : []
  return belief === null
    ? [...weekFor(lowest, forLowest), ...weekFor(second, forSecond), ...goal]
    : [{ cause: { kind: 'belief', belief }, title: null }, ...weekFor(lowest, forLowest), ...goal]
}
