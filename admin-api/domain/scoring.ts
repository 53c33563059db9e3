import { moneyBeliefQuestionnaire } from '../content/money-belief.ts'
import { beliefCopy } from '../content/money-belief-copy.ts'
import { surveyQuestionnaire } from '../content/survey.ts'
import {
  adviceCopy,
  bandCopy,
  goalSteps,
  irregularIncomeAdvice,
  laterLifeAdvice,
  pictureSentences,
  pillarNames,
  pillarSteps,
} from '../content/survey-copy.ts'
import { checkAnswers } from './answers.ts'
import type { FieldProblem } from './answers.ts'
import { DECLINED, isNumeric } from './questionnaire.ts'
import type {
  Answer,
  Answers,
  BeliefId,
  Kind,
  PillarId,
  Question,
  Questionnaire,
} from './questionnaire.ts'
import type { Band, BeliefResult, DiagnosisResult, Level, SurveyResult } from './results.ts'

export const questionnaires: Readonly<Record<Kind, Questionnaire>> = {
  survey: surveyQuestionnaire,
  money_belief: moneyBeliefQuestionnaire,
}

const pillarIds: readonly PillarId[] = ['spend', 'save', 'borrow', 'plan']
/** Ties between beliefs go in this order. */
const beliefIds: readonly BeliefId[] = ['avoidance', 'worship', 'status', 'vigilance']

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const roundHalfUp = (value: number, step = 1): number => Math.floor(value / step + 0.5) * step

/** The Financial Health Network's bands. */
export const bandOf = (score: number): Band =>
  score < 40 ? 'vulnerable' : score < 80 ? 'coping' : 'healthy'
export const levelOf = (score: number): Level =>
  score < 2.5 ? 'low' : score <= 3.5 ? 'moderate' : 'high'

/** 0–100. Of several options, the one with the fewest points counts. */
const pointsOf = (question: Question, answer: Answer): number => {
  if (isNumeric(question)) {
    const share = Math.min(1, Number(answer) / (question.fullPointsFrom ?? question.max))
    return roundHalfUp(share * 100, 2)
  }
  const ids = Array.isArray(answer) ? answer : [answer]
  return Math.min(
    ...question.options.filter(({ id }) => ids.includes(id)).map(({ points }) => points ?? 0),
  )
}

/**
 * The advice, by band, for a pillar whose weakest answer is to this question. Other answers may
 * change it.
 */
const textsOn = (pillar: PillarId, question: string, answers: Answers) => {
  const usual = adviceCopy[question]!
  const varies = ['varies', 'unpredictable'].includes(String(answers['income-regularity']))
  if (pillar === 'spend') return varies ? irregularIncomeAdvice : usual
  if (question === 'long-term-confidence')
    return laterLifeAdvice[String(answers['age-band'])] ?? usual
  return usual
}

/** The advice on the weakest of the scored answers; of equal ones, on the first. */
const adviceOn = (
  pillar: PillarId,
  scored: readonly { readonly question: string; readonly points: number }[],
  answers: Answers,
): string => {
  const { question, points } = scored.reduce((weakest, each) =>
    each.points < weakest.points ? each : weakest,
  )
  return textsOn(pillar, question, answers)[bandOf(points)]!
}

/** The score of a pillar; null when no answer counts towards it. */
const scorePillar = (pillar: PillarId, answers: Answers) => {
  const scored = surveyQuestionnaire.questions.flatMap((question) => {
    const answer = answers[question.id]
    return question.pillar === pillar && answer !== undefined && answer !== DECLINED
      ? [{ question: question.id, points: pointsOf(question, answer) }]
      : []
  })
  if (scored.length === 0) return null
  const exact = mean(scored.map(({ points }) => points))
  const score = roundHalfUp(exact)
  return {
    exact,
    pillar: {
      id: pillar,
      score,
      band: bandOf(score),
      advice: adviceOn(pillar, scored, answers),
      answers: scored,
    },
  }
}

const list = new Intl.ListFormat('en-GB')

/** Which pillars have the highest score, and which the lowest. */
const balanceOf = (pillars: SurveyResult['pillars']): string => {
  const scores = pillars.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  if (least === most) return 'All your areas are level with each other.'
  const namesAt = (score: number) =>
    pillars.filter((pillar) => pillar.score === score).map(({ id }) => pillarNames[id])
  const [strongest, lowest] = [namesAt(most), namesAt(least)]
  const strong = strongest.length === 1 ? 'Your steadiest area is' : 'Your steadiest areas are'
  const low = lowest.length === 1 ? 'the one that needs' : 'the ones that need'
  const be = lowest.length === 1 ? 'is' : 'are'
  return `${strong} ${list.format(strongest)}; ${low} attention first ${be} ${list.format(lowest)}.`
}

/**
 * Scores checked answers to the survey. A pillar whose questions were all declined is omitted, from
 * the score too. At least two pillars have a question that cannot be declined.
 */
export const scoreSurvey = (answers: Answers): SurveyResult => {
  const scored = pillarIds.map((id) => scorePillar(id, answers)).filter((pillar) => pillar !== null)
  const pillars = scored.map(({ pillar }) => pillar)
  const score = roundHalfUp(mean(scored.map(({ exact }) => exact)))
  const band = bandOf(score)
  // toSorted is stable: equal pillars stay in the framework's order.
  const byNeed = scored.toSorted((a, b) => a.exact - b.exact).map(({ pillar }) => pillar)
  const [lowest, second] = [byNeed[0]!, byNeed[1]!]
  const introPicture = String(answers['intro-picture'])

  return {
    kind: 'survey',
    version: surveyQuestionnaire.version,
    score,
    band,
    headline: bandCopy[band].headline,
    summary: `${pictureSentences[introPicture]} ${bandCopy[band].summary} ${balanceOf(pillars)}`,
    introPicture,
    pillars,
    nextSteps: [
      pillarSteps[lowest.id][lowest.band],
      pillarSteps[second.id][second.band],
      goalSteps[String(answers['main-goal'])]!,
    ],
  }
}

/** Scores checked answers to the money-belief assessment. */
export const scoreMoneyBelief = (answers: Answers): BeliefResult => {
  const beliefs = beliefIds.map((id) => {
    const values = moneyBeliefQuestionnaire.questions
      .filter(({ belief }) => belief === id)
      .map((question) => ({ question: question.id, value: Number(answers[question.id]) }))
    const exact = mean(values.map(({ value }) => value))
    return {
      id,
      score: Math.floor(exact * 10 + 0.5) / 10,
      level: levelOf(exact),
      ...beliefCopy[id],
      answers: values,
    }
  })
  const highest = Math.max(...beliefs.map(({ score }) => score))
  return {
    kind: 'money_belief',
    version: moneyBeliefQuestionnaire.version,
    dominant: beliefs.find(({ score }) => score === highest)!.id,
    beliefs,
  }
}

export type Calculation =
  | { readonly kind: 'scored'; readonly answers: Answers; readonly result: DiagnosisResult }
  | { readonly kind: 'rejected'; readonly errors: readonly FieldProblem[] }

/**
 * Checks and scores answers to the given version of a questionnaire. A scored calculation's
 * `answers` are those that applied; a rejected one names each wrong answer, or the version when it
 * is not the current one.
 */
export const calculate = (kind: Kind, version: string, given: Answers): Calculation => {
  const questionnaire = questionnaires[kind]
  if (version !== questionnaire.version) {
    const message = `The current version is ${questionnaire.version}.`
    return { kind: 'rejected', errors: [{ path: 'version', code: 'version/not-current', message }] }
  }
  const { answers, errors } = checkAnswers(questionnaire, given)
  if (errors.length > 0) return { kind: 'rejected', errors }
  return {
    kind: 'scored',
    answers,
    result: kind === 'survey' ? scoreSurvey(answers) : scoreMoneyBelief(answers),
  }
}
