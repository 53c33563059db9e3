import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

describe('assess', () => {
  it('returns the score of a finished survey with its answers', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    const answers = answersTo(survey)
    expect(await app.assess(survey, answers)).toMatchObject({
      kind: 'assessed',
      result: { kind: 'survey', introPicture: 'calm-lake' },
      answers,
    })
  })

  it('returns the first unanswered step without asking the admin API', async () => {
    const { app, adminApi } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    adminApi.fail()
    expect(await app.assess(survey, { 'intro-picture': 'juggler' })).toEqual({
      kind: 'unanswered',
      step: 2,
    })
  })

  it('drops an answer that no longer applies', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    const outcome = await app.assess(survey, {
      ...answersTo(survey),
      'debt-kinds': ['none'],
      'debt-manageable': 'far-more',
    })
    expect(outcome).toMatchObject({ kind: 'assessed', answers: { 'debt-kinds': ['none'] } })
    expect(outcome).not.toHaveProperty(['answers', 'debt-manageable'])
  })

  it('returns rejected with the errors when the questionnaire has changed since it was loaded', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    expect(await app.assess({ ...survey, version: '0' }, answersTo(survey))).toMatchObject({
      kind: 'rejected',
      errors: [{ path: 'version' }],
    })
  })

  it('returns how long to wait after too many assessments', async () => {
    const { app, adminApi } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    adminApi.throttle()
    expect(await app.assess(survey, answersTo(survey))).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 30,
    })
  })

  it('tracks nothing', async () => {
    const { app, analytics } = inMemory()
    const beliefs = await app.loadQuestionnaire('money_belief')
    expect(await app.assess(beliefs, answersTo(beliefs))).toMatchObject({ kind: 'assessed' })
    expect(analytics.events).toEqual([])
  })
})
