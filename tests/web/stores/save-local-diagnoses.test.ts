import { expect, it } from 'vitest'
import type { App } from '#core/app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { conclude } from '#core/model/assessment.ts'
import { saveLocalDiagnoses } from '#web/stores/save-local-diagnoses.ts'
import { aBeliefResult, aProfile } from '#tests/support/a-visitor.ts'
import { signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { aPageLoad } from './in-memory-stores.ts'

it('stores the diagnoses as they were at the call, even if the sign-up data changes meanwhile', async () => {
  const { global, notices } = await aPageLoad()
  global.enterUser(
    { id: 'ada', email: 'ada@example.com', isEmailVerified: true } as never,
    aProfile(),
  )
  global.changeSignUpData({
    moneyBelief: { answers: { q1: 1 }, diagnosis: aBeliefResult } as never,
  })
  const kept: unknown[] = []
  const app: Pick<App, 'saveDiagnoses' | 'reportError'> = {
    saveDiagnoses: async (profile, local) => {
      await Promise.resolve()
      kept.push(local.moneyBelief.diagnosis)
      return { kind: 'saved', profile }
    },
    reportError: (error) => {
      throw error
    },
  }
  const asked = saveLocalDiagnoses({ app, global, notices })
  global.resetSignUpData()
  await asked
  expect(kept).toEqual([aBeliefResult])
})

it('tells a visitor whose account is full that the result stays on this device, and keeps what the account had', async () => {
  const load = await aPageLoad()
  const { app, global, notices, adminApi } = load
  const { user } = await signUpAda(load)
  await saveMany(adminApi)
  const profile = await adminApi.profile()
  global.enterUser(user, profile)
  const questionnaire = await app.loadQuestionnaire('money_belief')
  const outcome = await app.assess(
    questionnaire,
    answersTo(questionnaire, () => 5),
  )
  if (outcome.kind !== 'assessed' || outcome.result.kind !== 'money_belief')
    throw new Error('Not assessed')
  global.changeSignUpData(conclude(global.signUpData, outcome.result, outcome.answers))
  await saveLocalDiagnoses({ app, global, notices })
  expect(notices.all).toMatchObject([
    { tone: 'error', text: expect.stringContaining('can’t store any more results') },
  ])
  expect(global.profile).toEqual(profile)
})

it('saves a retaken result at the next start, when it could not be saved at once', async () => {
  const load = await aPageLoad()
  const { app, global, notices, adminApi } = load
  const { user } = await signUpAda(load)
  const questionnaire = await app.loadQuestionnaire('money_belief')
  const take = async (points: number) => {
    const outcome = await app.assess(
      questionnaire,
      answersTo(questionnaire, () => points),
    )
    if (outcome.kind !== 'assessed') throw new Error('Not assessed')
    global.changeSignUpData(conclude(global.signUpData, outcome.result, outcome.answers))
  }
  global.enterUser(user, await adminApi.profile())
  await take(5)
  await saveLocalDiagnoses({ app, global, notices })
  expect(global.signUpData.unsavedResults).toEqual([])
  await take(1)
  const failing = {
    ...app,
    saveDiagnoses: () => Promise.reject(new PortUnavailable('admin-api', new Error('Down.'))),
  }
  await saveLocalDiagnoses({ app: failing, global, notices })
  expect(global.signUpData.unsavedResults).toEqual(['money_belief'])
  await saveLocalDiagnoses({ app, global })
  expect(global.signUpData.unsavedResults).toEqual([])
  expect((await adminApi.diagnoses()).items).toHaveLength(2)
})
