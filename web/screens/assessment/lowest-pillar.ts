import type { SurveyResult } from '#core/model/survey.ts'

/** The pillar that needs attention first; the first of equal ones, null for no pillars. */
export const lowestPillar = ({
  pillars,
}: Pick<SurveyResult, 'pillars'>): SurveyResult['pillars'][number] | null =>
  pillars.toSorted((one, other) => one.score - other.score)[0] ?? null
