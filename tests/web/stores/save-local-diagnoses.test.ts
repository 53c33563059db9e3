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

/** Answers every statement `points` above the lowest value, and calculates the result. */
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

/** Starts the application again on the same device, which saves unsaved results. */
const restart = async (page: PageLoad) => {
  const next = await page.reload()
  await saveLocalDiagnoses(next)
  return next
}

const newestOf = async ({ adminApi }: PageLoad) =>
  (await adminApi.profile()).diagnoses.moneyBelief?.answers

const savedCount = async ({ adminApi }: PageLoad) => (await adminApi.diagnoses()).items.length

it('saving local results sends them as they were at the call, even if they are reset right after', async () => {
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

  it('stays on this device only, is reported once, and leaves the account unchanged', async () => {
    const page = await aFullAccount()
    const before = page.global.profile
    await take(page, 4)
    await expect.poll(() => page.notices.all).toMatchObject([full])
    expect(page.global.profile).toEqual(before)
    expect((await restart(page)).notices.all).toEqual([])
  })

  it('is reported as staying on this device when the next start tries to save it', async () => {
    const page = await aFullAccount()
    await retakeUnsaved(page, 4)
    expect(page.notices.all).toEqual([])
    const { notices } = await restart(page)
    expect(notices.all).toMatchObject([full])
  })
})

it('a result of questions that are no longer accepted is reported as staying on this device', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  vi.spyOn(page.adminApi, 'saveDiagnosis').mockResolvedValue({ kind: 'invalid', errors: [] })
  const next = await restart(page)
  expect(next.notices.all).toMatchObject([
    { tone: 'error', text: expect.stringContaining('an earlier version of the questions') },
  ])
  expect((await restart(next)).notices.all).toEqual([])
})

it('a retake that could not be saved immediately is saved at the next start', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  const next = await restart(page)
  expect(isNothingUnsaved(next)()).toBe(true)
  expect(await savedCount(page)).toBe(2)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
})

describe('signing out with a result that could not be saved immediately', () => {
  it('saves the result first', async () => {
    const page = await aPageOfAda()
    await retakeUnsaved(page, 1)
    await page.leave.signOut()
    expect(page.leave.farewell).toBe('signed-out')
    await page.signIn.signIn(ada, ignore)
    expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
  })

  it('waits no longer than five seconds for the result to be saved', async () => {
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

it('a retake saved late does not replace a newer result from another device', async () => {
  const page = await aPageOfAda()
  await retakeUnsaved(page, 1)
  await takeElsewhere(page, 3)
  await restart(page)
  expect(await savedCount(page)).toBe(2)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 3))
})

it('a retake taken while the sign-in could not be checked is saved at the next start', async () => {
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

it('a result taken while signed out does not replace the account’s result', async () => {
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

it('a result taken while signed out is saved in an account that has none', async () => {
  const page = await aPageLoad()
  await take(page, 1)
  await signUpAda(page)
  await page.auth.signOut()
  await page.signIn.signIn(ada, ignore)
  await expect.poll(isNothingUnsaved(page)).toBe(true)
  expect(await newestOf(page)).toEqual(answersTo(questionnaire, () => 1))
})
