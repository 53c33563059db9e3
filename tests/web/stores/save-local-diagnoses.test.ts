import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { SAVE_LIMIT } from '#web/stores/leave-store.ts'
import { saveLocalDiagnoses } from '#web/stores/save-local-diagnoses.ts'
import { aBeliefResult, aProfile } from '#tests/support/a-visitor.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { ada, signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const questionnaire = content.questionnaires.money_belief

const isNothingUnsaved =
  ({ global }: PageLoad) =>
  () =>
    Object.keys(global.signUpData.unsavedResults).length === 0

/** Answers every statement `points` above the lowest value, and concludes. */
const take = async ({ moneyBelief }: PageLoad, points: number) => {
  moneyBelief.adopt(questionnaire)
  for (const statement of moneyBelief.questions) moneyBelief.answer(statement, 1 + points)
  await moneyBelief.conclude(ignore)
}

/** Saves a result from another device of the same user. */
const takeElsewhere = async ({ adminApi }: PageLoad, points: number) => {
  const { kind, version } = questionnaire
  const answers = answersTo(questionnaire, () => points)
  await adminApi.saveDiagnosis({ kind, version, answers })
}

/** Ada's page, with a result in her account. */
const aPageOfAda = async () => {
  const page = await aPageLoad()
  const { user } = await signUpAda(page)
  page.global.enterUser(user, await page.adminApi.profile())
  await take(page, 5)
  await expect.poll(isNothingUnsaved(page)).toBe(true)
  return page
}

/** A retake that the server calculates but cannot save. */
const retakeUnsaved = async (page: PageLoad, points: number) => {
  const calls = vi.spyOn(page.adminApi, 'saveDiagnosis')
  calls.mockRejectedValueOnce(new PortUnavailable('admin-api', new Error('Down.')))
  await take(page, points)
  await expect.poll(() => calls.mock.calls.length).toBe(1)
  expect(isNothingUnsaved(page)()).toBe(false)
  calls.mockRestore()
}

/** The next start on the same device. */
const restart = async (page: PageLoad) => {
  const next = await page.reload()
  await saveLocalDiagnoses(next)
  return next
}

const newestOf = async ({ adminApi }: PageLoad) =>
  (await adminApi.profile()).diagnoses.moneyBelief?.answers

const savedCount = async ({ adminApi }: PageLoad) => (await adminApi.diagnoses()).items.length

it('stores the diagnoses as they were at the call, even if the sign-up data changes meanwhile', async () => {
  const page = await aPageLoad()
  const { global, adminApi } = page
  global.enterUser(
    { id: 'ada', email: 'ada@example.com', isEmailVerified: true } as never,
    aProfile(),
  )
  global.changeSignUpData({
    moneyBelief: { answers: { q1: 1 }, diagnosis: aBeliefResult } as never,
  })
  const saving = vi.spyOn(adminApi, 'saveDiagnosis')
  const asked = saveLocalDiagnoses(page)
  global.resetSignUpData()
  await asked
  const { kind, version } = aBeliefResult
  expect(saving.mock.calls).toEqual([[{ kind, version, answers: { q1: 1 } }]])
})

describe('a result that an account has no room for', () => {
  const aFullAccount = async () => {
    const page = await aPageOfAda()
    await saveMany(page.adminApi)
    page.global.changeProfile(await page.adminApi.profile())
    return page
  }
  const full = { tone: 'error', text: expect.stringContaining('can’t store any more results') }

  it('stays on this device, the visitor is told once, and the account is unchanged', async () => {
    const page = await aFullAccount()
    const before = page.global.profile
    await take(page, 4)
    await expect.poll(() => page.notices.all).toMatchObject([full])
    expect(page.global.profile).toEqual(before)
    expect((await restart(page)).notices.all).toEqual([])
  })

  it('is reported as staying on this device when the next start sends it', async () => {
    const page = await aFullAccount()
    await retakeUnsaved(page, 4)
    expect(page.notices.all).toEqual([])
    const { notices } = await restart(page)
    expect(notices.all).toMatchObject([full])
  })
})

it('says that a result stays on this device when its questions are no longer accepted', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  vi.spyOn(page.adminApi, 'saveDiagnosis').mockResolvedValue({ kind: 'invalid', errors: [] })
  const next = await restart(page)
  expect(next.notices.all).toMatchObject([
    { tone: 'error', text: expect.stringContaining('an earlier version of the questions') },
  ])
  expect((await restart(next)).notices.all).toEqual([])
})

it('saves a retake at the next start when it could not be saved at once', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  const next = await restart(page)
  expect(isNothingUnsaved(next)()).toBe(true)
  expect(await savedCount(page)).toBe(2)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
})

describe('signing out with a result that could not be saved at once', () => {
  it('saves it first', async () => {
    const page = await aPageOfAda()
    await retakeUnsaved(page, 1)
    await page.leave.signOut()
    expect(page.leave.farewell).toBe('signed-out')
    await page.signIn.signIn(ada, ignore)
    expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
  })

  it('waits no longer than five seconds', async () => {
    const page = await aPageOfAda()
    await retakeUnsaved(page, 1)
    vi.spyOn(page.adminApi, 'saveDiagnosis').mockReturnValue(new Promise(() => {}))
    const leaving = page.leave.signOut()
    await page.clock.advance(SAVE_LIMIT)
    await leaving
    expect(page.leave.farewell).toBe('signed-out')
  })

  it('does not claim that a refused result stays on this device', async () => {
    const page = await aPageOfAda()
    await retakeUnsaved(page, 1)
    vi.spyOn(page.adminApi, 'saveDiagnosis').mockResolvedValue({ kind: 'invalid', errors: [] })
    await page.leave.signOut()
    expect(page.notices.all).toEqual([])
  })
})

it('does not replace a newer result from another device with a retake saved late', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  await takeElsewhere(page, 3)
  await restart(page)
  expect(await savedCount(page)).toBe(2)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 3))
})

it('saves a retake of a visitor whose sign-in could not be checked when they took it', async () => {
  const page = await aPageOfAda()
  vi.spyOn(page.auth, 'currentUser').mockRejectedValueOnce(
    new PortUnavailable('auth', new Error('Down.')),
  )
  const unchecked = await page.reload()
  expect(unchecked.global.initFailure).toBe('identity-unavailable')
  await take(unchecked, 1)
  await restart(unchecked)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
})

it('does not replace an account’s result with one taken while signed out', async () => {
  const page = await aPageLoad()
  await take(page, 1)
  await signUpAda(page)
  await takeElsewhere(page, 3)
  await page.auth.signOut()
  await page.signIn.signIn(ada, ignore)
  await restart(page)
  expect(await savedCount(page)).toBe(1)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 3))
})

it('saves a result taken while signed out in an account that has none', async () => {
  const page = await aPageLoad()
  await take(page, 1)
  await signUpAda(page)
  await page.auth.signOut()
  await page.signIn.signIn(ada, ignore)
  await expect.poll(isNothingUnsaved(page)).toBe(true)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
})
