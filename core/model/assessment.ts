import type { AssessmentSubmission } from '#core/ports/admin-api.ts'
import { isResultStep } from './journeys.ts'
import { emptySignUpData } from './persisted-state.ts'
import type { SignUpChanges, SignUpData, UserData } from './persisted-state.ts'
import type { DiagnosisResult, Profile } from './profile.ts'
import type { Question } from './question.ts'
import { applicableAnswers, applicableQuestions, firstOpenStep } from './survey.ts'
import type { Answer, Answers, DiagnosisKind, Questionnaire } from './survey.ts'

/** A questionnaire as stored on this device: its questions, the answers so far and the result. */
export type Assessment = {
  readonly questionnaire: Questionnaire | null
  readonly answers: Answers
  readonly result: DiagnosisResult | null
}

export const assessmentOf = (data: SignUpData, kind: DiagnosisKind): Assessment => {
  switch (kind) {
    case 'survey':
      return {
        questionnaire: data.surveyQuestions,
        answers: data.survey.answers,
        result: data.survey.diagnosis,
      }
    case 'money_belief':
      return {
        questionnaire: data.moneyBeliefQuestions,
        answers: data.moneyBelief.answers,
        result: data.moneyBelief.diagnosis,
      }
  }
}

/**
 * The answers behind the result on screen: those of the result on this device, else those stored
 * with the user.
 */
export const submissionOf = (
  {
    kind,
    result,
    answers,
  }: Pick<Assessment, 'result' | 'answers'> & { readonly kind: DiagnosisKind },
  profile: Profile | null,
): AssessmentSubmission | null => {
  if (result) return { kind, version: result.version, answers }
  const { survey = null, moneyBelief = null } = profile?.diagnoses ?? {}
  const stored = kind === 'survey' ? survey : moneyBelief
  return stored && { kind, version: stored.version, answers: stored.answers }
}

/** The questions that apply to this visitor; empty until the questionnaire has loaded. */
export const questionsOf = ({ questionnaire, answers }: Assessment): readonly Question[] =>
  applicableQuestions(questionnaire?.questions ?? [], answers)

/** Whether the result is that of the questionnaire's current version. */
export const isConcluded = ({ questionnaire, result }: Assessment): boolean =>
  questionnaire !== null && result?.version === questionnaire.version

/**
 * Returns the changes that set the answers and drop the result, which belongs to the previous ones.
 */
const changeAnswers = (
  { survey }: SignUpData,
  kind: DiagnosisKind,
  answers: Answers,
): SignUpChanges =>
  kind === 'survey'
    ? { survey: { ...survey, answers, diagnosis: null }, isSurveyCompleted: false }
    : { moneyBelief: { answers, diagnosis: null }, isBeliefResultShown: false }

/**
 * Returns the changes that store the questionnaire. Unless there is a result, answers that are not
 * valid in a new version are dropped.
 */
export const adoptQuestionnaire = (
  data: SignUpData,
  questionnaire: Questionnaire,
): SignUpChanges => {
  const { kind, version, questions } = questionnaire
  const { questionnaire: before, answers, result } = assessmentOf(data, kind)
  const adopted =
    kind === 'survey' ? { surveyQuestions: questionnaire } : { moneyBeliefQuestions: questionnaire }
  if (version === before?.version || result !== null) return adopted
  return { ...adopted, ...changeAnswers(data, kind, applicableAnswers(questions, answers)) }
}

const isSameAnswer = (one: Answer | undefined, other: Answer): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns the changes that store an answer. A picture choice also sets `introPicture`. */
export const answerWith = (
  data: SignUpData,
  kind: DiagnosisKind,
  question: Question,
  answer: Answer,
): SignUpChanges => {
  const { answers } = assessmentOf(data, kind)
  if (isSameAnswer(answers[question.id], answer)) return {}
  const changes = changeAnswers(data, kind, { ...answers, [question.id]: answer })
  const isPicture = question.type === 'picture' && typeof answer === 'string'
  if (!changes.survey || !isPicture) return changes
  return { ...changes, survey: { ...changes.survey, introPicture: answer } }
}

/** Returns the changes that clear an answer. */
export const clearAnswer = (
  data: SignUpData,
  kind: DiagnosisKind,
  { id }: Question,
): SignUpChanges => {
  const { answers } = assessmentOf(data, kind)
  if (answers[id] === undefined) return {}
  const others = Object.entries(answers).filter(([question]) => question !== id)
  return changeAnswers(data, kind, Object.fromEntries(others))
}

/**
 * Whether every required question has an answer but there is no result, as when a retake starts
 * from the last answers.
 */
export const isFilledIn = ({ questionnaire, answers, result }: Assessment): boolean =>
  questionnaire !== null &&
  result === null &&
  firstOpenStep(questionnaire.questions, answers) === null

/**
 * Returns the changes that start a retake from `answers`: the result is dropped, and progress and
 * pauses start over. For the statements, the steps that showed the result count as unvisited.
 */
export const retake = (
  { surveyQuestions, visitedSteps }: SignUpData,
  kind: DiagnosisKind,
  answers: Answers,
): SignUpChanges => {
  const { furthest, seenPauses } = emptySignUpData
  if (kind === 'survey') {
    const picture = surveyQuestions?.questions.find(({ type }) => type === 'picture')
    const chosen = picture && answers[picture.id]
    return {
      survey: {
        answers,
        diagnosis: null,
        introPicture: typeof chosen === 'string' ? chosen : '',
      },
      isSurveyCompleted: false,
      furthest,
      seenPauses,
    }
  }
  const kept = visitedSteps.filter((step) => !isResultStep(step))
  return {
    moneyBelief: { answers, diagnosis: null },
    isBeliefResultShown: false,
    visitedSteps: kept,
    furthest,
    seenPauses,
  }
}

/**
 * Returns the changes that store a result with its answers. Saving it will replace the profile's
 * current result; while the sign-in cannot be checked, the cached profile tells which that is.
 */
export const conclude = (
  { survey, unsavedResults }: SignUpData,
  result: DiagnosisResult,
  answers: Answers,
  {
    profile,
    userData,
  }: { readonly profile: Profile | null; readonly userData: Pick<UserData, 'profile'> },
): SignUpChanges => {
  const replaced = (profile ?? userData.profile)?.diagnoses
  return result.kind === 'survey'
    ? {
        survey: { ...survey, answers, diagnosis: result },
        isSurveyCompleted: true,
        unsavedResults: { ...unsavedResults, survey: replaced?.survey?.id ?? null },
      }
    : {
        moneyBelief: { answers, diagnosis: result },
        isBeliefResultShown: false,
        unsavedResults: { ...unsavedResults, moneyBelief: replaced?.moneyBelief?.id ?? null },
      }
}
