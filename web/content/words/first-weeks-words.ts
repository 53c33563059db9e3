import { lowestPillars } from '#core/model/first-weeks.ts'
import type { Week } from '#core/model/first-weeks.ts'
import type { BeliefId, BeliefVoices, ScoredBelief } from '#core/model/money-belief.ts'
import type { PillarId, SurveyResult } from '#core/model/survey.ts'

const pillarNames: Readonly<Record<PillarId, string>> = {
  spend: 'Spend',
  save: 'Save',
  borrow: 'Borrow',
  plan: 'Plan',
}

/** A short version of the first step for each belief. */
const beliefSteps: Readonly<Record<BeliefId, string>> = {
  avoidance: 'Give your balance two quiet minutes',
  worship: 'Write down what would be enough',
  status: 'Ask one question before you buy',
  vigilance: 'Set aside money for what you enjoy',
}

const ordinals = ['one', 'two', 'three']

/** "Give your balance two quiet minutes", and "Week one, for avoidance". */
export const weekWords = ({ cause, title }: Week, index: number) => {
  const week = `Week ${ordinals[index] ?? index + 1}, for`
  switch (cause.kind) {
    case 'belief':
      return { step: beliefSteps[cause.belief], why: `${week} ${cause.belief}` }
    case 'pillar':
      return { step: title ?? '', why: `${week} ${pillarNames[cause.pillar]}` }
    case 'goal':
      return { step: title ?? '', why: `${week} your goal` }
  }
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const named = (pillars: SurveyResult['pillars']): string =>
  list.format(pillars.map(({ id }) => pillarNames[id]))

/** "Save scored lowest, 31 out of 100." */
export const leadWords = (survey: SurveyResult): string => {
  const lowest = lowestPillars(survey)
  const score = Math.min(...survey.pillars.map((pillar) => pillar.score))
  return lowest.length === 0
    ? `All your areas are level, at ${score} out of 100.`
    : `${named(lowest)} scored lowest, ${score} out of 100${lowest.length === 1 ? '' : ' each'}.`
}

/** "avoidance and worship are loudest" */
const voiceWords = ({ all, loudest, heard }: BeliefVoices<ScoredBelief>): string => {
  if (heard.length === 0) return 'no belief speaks loudly'
  if (loudest.length === all.length) return 'all four beliefs speak loudly'
  return `${list.format(loudest.map(({ id }) => id))} ${loudest.length === 1 ? 'is' : 'are'} loudest`
}

/**
 * "From your result: Borrow is lowest; avoidance is loudest; your goal is “Owe less”." `goal` is
 * null when it is no longer known.
 */
export const resultWords = (
  survey: SurveyResult,
  voices: BeliefVoices<ScoredBelief>,
  goal: string | null,
): string => {
  const lowest = lowestPillars(survey)
  const pillar =
    lowest.length === 0
      ? 'all your areas are level'
      : `${named(lowest)} ${lowest.length === 1 ? 'is' : 'are'} lowest`
  const voice = voiceWords(voices)
  const parts = [pillar, voice, ...(goal === null ? [] : [`your goal is “${goal}”`])]
  return `From your result: ${parts.join('; ')}.`
}
