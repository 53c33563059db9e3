import { describe, expect, it } from 'vitest'
import {
  adoptQuestionnaire,
  answerWith,
  assessmentOf,
  clearAnswer,
  conclude,
  isConcluded,
  isFilledIn,
  questionsOf,
  retake,
  submissionOf,
} from '#core/model/assessment.ts'
import { emptySignUpData, emptyUserData } from '#core/model/persisted-state.ts'
import type { SignUpChanges, SignUpData } from '#core/model/persisted-state.ts'
import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import { aBeliefResult, aDiagnosis, aProfile, aSurveyResult } from '#tests/support/a-visitor.ts'
import { aQuestion } from '#tests/support/questions.ts'

const picture = aQuestion('picture')
const single = aQuestion('single')
const statement = aQuestion('scale')
const survey: Questionnaire = { kind: 'survey', version: '1', questions: [picture, single] }
const beliefs: Questionnaire = { kind: 'money_belief', version: '1', questions: [statement] }

const dataWith = (changes: SignUpChanges): SignUpData => ({ ...emptySignUpData, ...changes })

const surveyed = dataWith({
  surveyQuestions: survey,
  survey: {
    answers: { picture: 'one', single: 'one' },
    diagnosis: aSurveyResult,
    introPicture: 'one',
  },
  isSurveyCompleted: true,
})
const assessed = dataWith({
  moneyBeliefQuestions: beliefs,
  moneyBelief: { answers: { scale: 3 }, diagnosis: aBeliefResult },
  isBeliefResultShown: true,
})

describe('assessmentOf', () => {
  it('returns the questions, answers and result of the given kind', () => {
    const data = { ...surveyed, moneyBeliefQuestions: beliefs, moneyBelief: assessed.moneyBelief }
    expect(assessmentOf(data, 'survey')).toEqual({
      questionnaire: survey,
      answers: surveyed.survey.answers,
      result: aSurveyResult,
    })
    expect(assessmentOf(data, 'money_belief')).toEqual({
      questionnaire: beliefs,
      answers: { scale: 3 },
      result: aBeliefResult,
    })
  })
})

describe('questionsOf', () => {
  it('returns the questions that apply, and none before the questionnaire has loaded', () => {
    const dependent = aQuestion('number', { showWhen: { question: 'single', anyOf: ['two'] } })
    const data = { ...surveyed, surveyQuestions: { ...survey, questions: [single, dependent] } }
    expect(questionsOf(assessmentOf(data, 'survey'))).toEqual([single])
    expect(questionsOf(assessmentOf(emptySignUpData, 'survey'))).toEqual([])
  })
})

describe('isConcluded', () => {
  const ofVersion = (version: string) => ({
    questionnaire: { ...survey, version },
    answers: {},
    result: aSurveyResult,
  })

  it('is true only with a result of the loaded version of the questionnaire', () => {
    expect(isConcluded(ofVersion('1'))).toBe(true)
    expect(isConcluded(ofVersion('2'))).toBe(false)
    expect(isConcluded({ ...ofVersion('1'), result: null })).toBe(false)
    expect(isConcluded({ questionnaire: null, answers: {}, result: null })).toBe(false)
    expect(isConcluded({ questionnaire: null, answers: {}, result: aSurveyResult })).toBe(false)
  })
})

describe('adoptQuestionnaire', () => {
  it('stores the first questionnaire of each kind', () => {
    expect(adoptQuestionnaire(emptySignUpData, survey)).toMatchObject({ surveyQuestions: survey })
    expect(adoptQuestionnaire(emptySignUpData, beliefs)).toMatchObject({
      moneyBeliefQuestions: beliefs,
    })
  })

  it('drops the answers to questions that a new version no longer has', () => {
    const answering = { ...surveyed, survey: { ...surveyed.survey, diagnosis: null } }
    const next = { ...survey, version: '2', questions: [single] }
    expect(adoptQuestionnaire(answering, next).survey).toEqual({
      answers: { single: 'one' },
      diagnosis: null,
      introPicture: 'one',
    })
  })

  it('keeps every answer when the version is the same', () => {
    const answering = { ...surveyed, survey: { ...surveyed.survey, diagnosis: null } }
    const same = { ...survey, questions: [] }
    expect(adoptQuestionnaire(answering, same)).toEqual({ surveyQuestions: same })
  })

  it('keeps the answers behind a result when a new version drops their questions', () => {
    const next = { ...beliefs, version: '2', questions: [] }
    expect(adoptQuestionnaire(assessed, next)).toEqual({ moneyBeliefQuestions: next })
  })
})

describe('answerWith', () => {
  it('drops the result when an answer changes', () => {
    expect(answerWith(surveyed, 'survey', single, 'two')).toEqual({
      survey: { answers: { picture: 'one', single: 'two' }, diagnosis: null, introPicture: 'one' },
      isSurveyCompleted: false,
    })
    expect(answerWith(assessed, 'money_belief', statement, 5)).toEqual({
      moneyBelief: { answers: { scale: 5 }, diagnosis: null },
      isBeliefResultShown: false,
    })
  })

  it('changes nothing when the answer is the same', () => {
    expect(answerWith(surveyed, 'survey', single, 'one')).toEqual({})
    const multiple = aQuestion('multiple')
    const data = dataWith({
      survey: { answers: { multiple: ['one', 'two'] }, diagnosis: null, introPicture: '' },
    })
    expect(answerWith(data, 'survey', multiple, ['one', 'two'])).toEqual({})
    expect(answerWith(data, 'survey', multiple, ['two', 'one'])).not.toEqual({})
  })

  it('keeps the picture chosen in the survey as the one its result opens with', () => {
    expect(answerWith(surveyed, 'survey', picture, 'two').survey).toEqual({
      answers: { picture: 'two', single: 'one' },
      diagnosis: null,
      introPicture: 'two',
    })
    expect(answerWith(surveyed, 'survey', picture, 2).survey?.introPicture).toBe('one')
    expect(answerWith(assessed, 'money_belief', picture, 'two').survey).toBeUndefined()
  })
})

describe('clearAnswer', () => {
  it('drops the answer and the result that followed from it', () => {
    expect(clearAnswer(surveyed, 'survey', single)).toEqual({
      survey: { answers: { picture: 'one' }, diagnosis: null, introPicture: 'one' },
      isSurveyCompleted: false,
    })
  })

  it('changes nothing without an answer', () => {
    expect(clearAnswer(surveyed, 'survey', statement)).toEqual({})
  })
})

describe('retake', () => {
  const visited = (data: SignUpData): SignUpData => ({
    ...data,
    visitedSteps: ['money-belief-result', 'download-app'],
    furthest: { assessment: 1.5 },
    seenPauses: ['single'],
  })
  const begun = { furthest: {}, seenPauses: [] }

  it.each<[DiagnosisKind, SignUpData, SignUpChanges]>([
    ['survey', surveyed, { survey: emptySignUpData.survey, isSurveyCompleted: false, ...begun }],
    [
      'money_belief',
      assessed,
      {
        moneyBelief: emptySignUpData.moneyBelief,
        isBeliefResultShown: false,
        visitedSteps: ['download-app'],
        ...begun,
      },
    ],
  ])('begins the %s again and leaves the other questionnaire as it is', (kind, data, changes) => {
    expect(retake(visited(data), kind, {})).toEqual(changes)
  })

  it('starts from the given answers, including the picture', () => {
    const answers = { picture: 'two', single: 'one' }
    expect(retake(surveyed, 'survey', answers).survey).toEqual({
      answers,
      diagnosis: null,
      introPicture: 'two',
    })
    expect(retake(assessed, 'money_belief', { scale: 2 }).moneyBelief).toEqual({
      answers: { scale: 2 },
      diagnosis: null,
    })
    expect(retake(emptySignUpData, 'survey', answers).survey?.introPicture).toBe('')
  })
})

describe('isFilledIn', () => {
  const answered = { questionnaire: survey, answers: { picture: 'one', single: 'one' } }

  it('is true only with every answer and no result', () => {
    expect(isFilledIn({ ...answered, result: null })).toBe(true)
    expect(isFilledIn({ ...answered, result: aSurveyResult })).toBe(false)
    expect(isFilledIn({ ...answered, answers: { picture: 'one' }, result: null })).toBe(false)
    expect(isFilledIn({ ...answered, questionnaire: null, result: null })).toBe(false)
  })
})

const diagnoses = { survey: aDiagnosis(aSurveyResult), moneyBelief: aDiagnosis(aBeliefResult) }

describe('submissionOf', () => {
  const stored = {
    survey: { ...diagnoses.survey, version: '2', answers: { single: 'two' } },
    moneyBelief: { ...diagnoses.moneyBelief, version: '3', answers: { scale: 1 } },
  }
  const profile = aProfile({ diagnoses: stored })
  const local = { kind: 'survey', result: aSurveyResult, answers: { single: 'one' } } as const

  it('returns the answers behind the result on this device', () => {
    const { version } = aSurveyResult
    const submission = { kind: 'survey', version, answers: local.answers }
    expect(submissionOf(local, null)).toEqual(submission)
    expect(submissionOf(local, profile)).toEqual(submission)
  })

  it('returns the answers stored with the user when there is no result on this device', () => {
    const { answers } = local
    expect(submissionOf({ kind: 'survey', result: null, answers }, profile)).toEqual({
      kind: 'survey',
      version: '2',
      answers: { single: 'two' },
    })
    expect(submissionOf({ kind: 'money_belief', result: null, answers }, profile)).toEqual({
      kind: 'money_belief',
      version: '3',
      answers: { scale: 1 },
    })
  })

  it('is null when neither this device nor the profile has a result', () => {
    const open = { ...local, result: null }
    expect(submissionOf(open, null)).toBeNull()
    expect(submissionOf(open, aProfile())).toBeNull()
  })
})

describe('conclude', () => {
  const unknown = { profile: null, userData: emptyUserData }

  it('keeps the result with its answers', () => {
    const next = { ...aSurveyResult, score: 70 }
    expect(conclude(surveyed, next, { single: 'two' }, unknown)).toEqual({
      survey: { answers: { single: 'two' }, diagnosis: next, introPicture: 'one' },
      isSurveyCompleted: true,
      unsavedResults: { survey: null },
    })
  })

  it('stores a money-belief result as not yet shown', () => {
    expect(conclude(assessed, aBeliefResult, { scale: 1 }, unknown)).toEqual({
      moneyBelief: { answers: { scale: 1 }, diagnosis: aBeliefResult },
      isBeliefResultShown: false,
      unsavedResults: { moneyBelief: null },
    })
  })

  it.each([
    [aSurveyResult, 'survey'],
    [aBeliefResult, 'moneyBelief'],
  ] as const)('notes which $kind result of the account the new one replaces', (result, field) => {
    const known = { ...unknown, profile: aProfile({ diagnoses }) }
    const { unsavedResults } = conclude(surveyed, result, {}, known)
    expect(unsavedResults).toEqual({ [field]: diagnoses[field].id })
  })

  it('looks up the replaced result in the cached profile only while no profile is loaded', () => {
    const cached = { profile: null, userData: { profile: aProfile({ diagnoses }) } }
    const replaced = (known: Parameters<typeof conclude>[3]) =>
      conclude(surveyed, aSurveyResult, {}, known).unsavedResults
    expect(replaced(cached)).toEqual({ survey: diagnoses.survey.id })
    expect(replaced({ ...cached, profile: aProfile() })).toEqual({ survey: null })
  })
})
