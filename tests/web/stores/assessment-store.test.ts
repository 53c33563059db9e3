import { describe, expect, it } from 'vitest'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { aDiagnosis, aProfile, aSurveyResult } from '#tests/support/a-visitor.ts'
import { signUpAda } from '#tests/support/memory-ports.ts'
import { anAnswerTo, answersTo } from '#tests/support/questions.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const questionnaire = content.questionnaires.survey

/** A page with every question of the survey answered. */
const anAnsweredSurvey = async (): Promise<PageLoad> => {
  const page = await aPageLoad()
  const { survey } = page
  survey.adopt(questionnaire)
  for (let open = survey.openStep; open !== null; open = survey.openStep) {
    const question = survey.questions[open - 1]
    if (!question) throw new Error('No question')
    survey.answer(question, anAnswerTo(question))
  }
  return page
}

describe('the assessment store', () => {
  it('loads the questions, and offers to try again when they are unavailable', async () => {
    const page = await aPageLoad()
    page.adminApi.fail()
    await page.survey.load()
    expect(page.survey.isLoadFailed).toBe(true)
    expect(page.notices.all).toEqual([])
    page.adminApi.restore()
    await page.survey.load()
    expect(page.survey.questionnaire).toEqual(questionnaire)
    expect(page.survey.isLoadFailed).toBe(false)
  })

  it('keeps the result once every question is answered', async () => {
    const page = await anAnsweredSurvey()
    expect(await page.survey.conclude(ignore)).toBe('concluded')
    expect(page.global.signUpData.isSurveyCompleted).toBe(true)
    expect(page.global.signUpData.survey.diagnosis?.kind).toBe('survey')
  })

  it('drops the result when an answer changes, and only then', async () => {
    const page = await anAnsweredSurvey()
    await page.survey.conclude(ignore)
    const question = page.survey.questions.find(({ type }) => type === 'single')
    if (!question) throw new Error('No question')
    page.survey.answer(question, page.survey.answers[question.id] ?? '')
    expect(page.global.signUpData.isSurveyCompleted).toBe(true)
    page.survey.answer(question, anAnswerTo(question, 1))
    expect(page.global.signUpData.isSurveyCompleted).toBe(false)
    expect(page.global.signUpData.survey.diagnosis).toBeNull()
  })

  it('keeps the answers while the result cannot be calculated', async () => {
    const page = await anAnsweredSurvey()
    const before = page.survey.answers
    page.adminApi.fail()
    expect(await page.survey.conclude(ignore)).toBe('failed')
    expect(page.survey.answers).toEqual(before)
    expect(page.notices.all).toHaveLength(1)
  })

  it('calculates one result for two clicks', async () => {
    const page = await anAnsweredSurvey()
    const outcomes = await Promise.all([page.survey.conclude(ignore), page.survey.conclude(ignore)])
    expect(outcomes.toSorted()).toEqual(['concluded', 'failed'])
    expect(page.notices.all).toEqual([])
  })

  it('keeps an answer that changes while the result is being calculated, and drops the result', async () => {
    const page = await anAnsweredSurvey()
    const { user, profile } = await signUpAda(page)
    page.global.enterUser(user, profile)
    const question = page.survey.questions.find(({ type }) => type === 'single')
    if (!question) throw new Error('No question')
    const release = hold(page.ports.adminApi, 'calculate', 'response')
    const concluding = page.survey.conclude(ignore)
    page.survey.answer(question, anAnswerTo(question, 1))
    const { answers } = page.survey
    await new Promise((resolve) => setTimeout(resolve))
    release()
    expect(await concluding).toBe('changed')
    expect(page.survey.answers).toEqual(answers)
    expect(page.survey.result).toBeNull()
    expect(page.global.signUpData.unsavedResults).toEqual({})
    expect(page.survey.isConcluding).toBe(false)
  })

  it('tracks the first answer to a belief statement and each change, but no repetition', async () => {
    const page = await aPageLoad()
    page.moneyBelief.adopt(content.questionnaires.money_belief)
    const [statement] = page.moneyBelief.questions
    if (!statement) throw new Error('No statement')
    for (const answer of [3, 3, 5]) page.moneyBelief.answer(statement, answer)
    expect(page.eventNames()).toEqual([
      'money_belief_assessment_question_answered',
      'money_belief_assessment_question_answered',
    ])
  })

  describe('a money-belief result', () => {
    const completions = (page: PageLoad) =>
      page.eventNames().filter((name) => name === 'money_belief_assessment_completed').length

    const anAnsweredPage = async () => {
      const page = await aPageLoad()
      page.moneyBelief.adopt(content.questionnaires.money_belief)
      for (const statement of page.moneyBelief.questions) page.moneyBelief.answer(statement, 3)
      return page
    }

    it('is reported as completed when it is first shown, and not again after a reload', async () => {
      const page = await anAnsweredPage()
      page.moneyBelief.noteResultShown()
      await page.moneyBelief.conclude(ignore)
      expect(completions(page)).toBe(0)
      page.moneyBelief.noteResultShown()
      page.moneyBelief.noteResultShown()
      expect(completions(page)).toBe(1)
      const later = await page.reload()
      later.moneyBelief.noteResultShown()
      expect(completions(later)).toBe(1)
    })

    it('is reported again after it has been recalculated', async () => {
      const page = await anAnsweredPage()
      await page.moneyBelief.conclude(ignore)
      page.moneyBelief.noteResultShown()
      const [statement] = page.moneyBelief.questions
      if (!statement) throw new Error('No statement')
      page.moneyBelief.answer(statement, 5)
      page.moneyBelief.noteResultShown()
      await page.moneyBelief.conclude(ignore)
      page.moneyBelief.noteResultShown()
      expect(completions(page)).toBe(2)
    })
  })

  it('restarts one questionnaire without the other', async () => {
    const page = await anAnsweredSurvey()
    await page.survey.conclude(ignore)
    page.global.leaveStep('money-belief-result')
    page.global.leaveStep('download-app')
    const { answers } = page.survey
    page.survey.retake()
    expect(page.survey.answers).toEqual(answers)
    expect(page.survey.isFilledIn).toBe(true)
    expect(page.survey.result).toBeNull()
    expect(page.global.signUpData).toMatchObject({
      isSurveyCompleted: false,
      visitedSteps: ['money-belief-result', 'download-app'],
    })
    page.survey.startEmpty()
    expect(page.survey.answers).toEqual({})
    expect(page.survey.isFilledIn).toBe(false)
    expect(page.survey.openStep).toBe(1)
    page.moneyBelief.retake()
    expect(page.global.signUpData.visitedSteps).toEqual(['download-app'])
  })

  it('does not present the answers as prefilled once one of them has changed after the result', async () => {
    const page = await anAnsweredSurvey()
    await page.survey.conclude(ignore)
    const [question] = page.survey.questions
    if (question?.type !== 'picture') throw new Error('No picture to choose.')
    const other = question.options.find(({ id }) => id !== page.survey.answers[question.id])
    page.survey.answer(question, other?.id ?? '')
    expect(page.survey.result).toBeNull()
    expect(page.survey.isFilledIn).toBe(false)
  })

  it('restarts from the answers stored with the user when this device has none', async () => {
    const page = await aPageLoad()
    page.survey.adopt(content.questionnaires.survey)
    const answers = answersTo(content.questionnaires.survey)
    const stored = { ...aDiagnosis(aSurveyResult), answers }
    const profile = aProfile({ diagnoses: { survey: stored, moneyBelief: null } })
    const { user } = await signUpAda(page)
    page.global.enterUser(user, profile)
    page.survey.retake()
    expect(page.survey.answers).toEqual(answers)
    expect(page.survey.isFilledIn).toBe(true)
  })
})
