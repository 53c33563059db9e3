import { describe, expect, it } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'
import { saveMany } from '#tests/support/save-many.ts'

describe('assessing', () => {
  it('scores the survey', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    const outcome = await app.assess(survey, answersTo(survey))
    expect(outcome).toMatchObject({ kind: 'assessed', result: { kind: 'survey', introPicture: 'calm-lake' } })
  })

  it('names the first question still open and asks nobody', async () => {
    const world = inMemory()
    const survey = await world.app.loadQuestionnaire('survey')
    world.adminApi.fail()
    expect(await world.app.assess(survey, { 'intro-picture': 'juggler' })).toEqual({ kind: 'unanswered', step: 2 })
  })

  it('drops an answer that no longer applies', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    const answers = { ...answersTo(survey), 'debt-kinds': ['none'], 'debt-manageable': 'far-more' }
    const outcome = await app.assess(survey, answers)
    expect(outcome).toMatchObject({ kind: 'assessed' })
    expect(outcome).not.toHaveProperty(['answers', 'debt-manageable'])
  })

  it('is told when the questionnaire has changed since it was loaded', async () => {
    const { app } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    expect(await app.assess({ ...survey, version: '0' }, answersTo(survey))).toMatchObject({ kind: 'rejected' })
  })

  it('is told to wait when there were too many', async () => {
    const { app, adminApi } = inMemory()
    const survey = await app.loadQuestionnaire('survey')
    adminApi.throttle()
    expect(await app.assess(survey, answersTo(survey))).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
  })

  it('reports a money-belief assessment as completed when its result is shown, not when it is scored', async () => {
    const { app, analytics } = inMemory()
    const beliefs = await app.loadQuestionnaire('money_belief')
    const outcome = await app.assess(beliefs, answersTo(beliefs))
    if (outcome.kind !== 'assessed' || outcome.result.kind !== 'money_belief') throw new Error('no money-belief result')
    expect(analytics.events).toEqual([])
    app.showBeliefResult(outcome.result)
    expect(analytics.events).toEqual([
      {
        name: 'money_belief_assessment_completed',
        properties: { dominant: 'avoidance', scores: { avoidance: 1, worship: 1, status: 1, vigilance: 1 } },
      },
    ])
  })

  it('notes an answer to a statement once, and again when it changes', () => {
    const { app, analytics } = inMemory()
    const answered = { question: 'belief-01', index: 0 }
    app.answerBeliefStatement({ ...answered, answer: 4, before: undefined })
    app.answerBeliefStatement({ ...answered, answer: 4, before: 4 })
    app.answerBeliefStatement({ ...answered, answer: 5, before: 4 })
    expect(analytics.events.map(({ properties }) => properties)).toEqual([
      { question: 'belief-01', index: 0, answer: 4 },
      { question: 'belief-01', index: 0, answer: 5 },
    ])
  })
})

describe('keeping what was answered before there was an account', () => {
  const answeredByVisitor = async () => {
    const world = inMemory()
    const survey = await world.app.loadQuestionnaire('survey')
    const outcome = await world.app.assess(survey, answersTo(survey))
    if (outcome.kind !== 'assessed' || outcome.result.kind !== 'survey') throw new Error('no survey result')
    const local = {
      survey: { answers: outcome.answers, diagnosis: outcome.result },
      moneyBelief: { answers: {}, diagnosis: null },
    }
    await signUpAda(world)
    return { world, local }
  }

  it('stores it with the user, once', async () => {
    const { world, local } = await answeredByVisitor()
    const profile = await world.adminApi.profile()
    const kept = await world.app.keepDiagnoses(profile, local)
    expect(kept).toMatchObject({ kind: 'kept', profile: { diagnoses: { survey: { answers: local.survey.answers }, moneyBelief: null } } })
    await world.app.keepDiagnoses(profile, local)
    expect((await world.adminApi.diagnoses()).items).toHaveLength(1)
  })

  it('keeps what the server already knows', async () => {
    const { world, local } = await answeredByVisitor()
    const { profile: known } = await world.app.keepDiagnoses(await world.adminApi.profile(), local)
    world.adminApi.fail()
    expect(await world.app.keepDiagnoses(known, local)).toEqual({ kind: 'kept', profile: known })
  })

  it('says that the account has no room for it', async () => {
    const { world, local } = await answeredByVisitor()
    const profile = await world.adminApi.profile()
    await saveMany(world.adminApi)
    expect(await world.app.keepDiagnoses(profile, local)).toEqual({ kind: 'too-many', profile })
  })
})
