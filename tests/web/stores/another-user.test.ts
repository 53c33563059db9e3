import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { withDiagnoses } from '#core/model/profile.ts'
import { aBeliefResult, aProfile } from '#tests/support/a-visitor.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { NewResultsStore } from '#web/stores/new-results-store.ts'
import { aPageLoad, ignore, shownOn } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const bob = { email: 'bob@example.com', password: 'Secret88' }

/** Ada's page. Bob has an account too. */
const aPageOfAda = async () => {
  const ports = inMemory()
  await ports.auth.openBrowser().createAccount(bob)
  await signUpAda(ports)
  return aPageLoad(ports)
}

/** Signs Bob in, as another tab would, and initialises this tab again. */
const signInBob = async ({ app, auth, global }: PageLoad) => {
  await auth.openTab().signIn(bob)
  global.leaveUser()
  global.applyInit(await app.initApp())
  expect(global.currentUser).toMatchObject({ email: bob.email })
}

const settled = async (page: PageLoad) => {
  for (let turn = 0; turn < 20; turn += 1) await page.clock.advance(50)
}

/** Holds the call back until `letThrough`. */
const held = <Value>(work: () => Promise<Value>) => {
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  return { work: () => gate.then(work), letThrough: () => letThrough() }
}

describe('a switch to another user', () => {
  it.each([
    ['deletion', (page: PageLoad) => page.leave.askToDelete()],
    [
      'password change',
      (page: PageLoad) => void page.changePassword.begin('Steady-Keel-2', ignore),
    ],
    ['phone removal', (page: PageLoad) => page.secondFactor.remove('one')],
  ])('closes the password prompt for a pending %s', async (_what, begin) => {
    const page = await aPageOfAda()
    begin(page)
    expect(page.reauthenticate.isOpen).toBe(true)
    await signInBob(page)
    expect(page.reauthenticate.isOpen).toBe(false)
    await page.reauthenticate.confirm(bob.password)
    await settled(page)
    expect(await page.auth.signIn(bob)).toMatchObject({ kind: 'signed-in' })
    expect(page.leave.farewell).toBeNull()
  })

  it('cancels an action whose password is still being checked', async () => {
    const page = await aPageOfAda()
    page.leave.askToDelete()
    const check = held(async () => ({ kind: 'reauthenticated' as const }))
    vi.spyOn(page.auth, 'reauthenticate').mockImplementation(check.work)
    const confirming = page.reauthenticate.confirm(ada.password)
    await signInBob(page)
    check.letThrough()
    await confirming
    await settled(page)
    expect(await page.auth.signIn(bob)).toMatchObject({ kind: 'signed-in' })
  })

  it('cancels an action whose password has just been confirmed', async () => {
    const page = await aPageOfAda()
    page.leave.askToDelete()
    await page.reauthenticate.confirm(ada.password)
    await signInBob(page)
    await settled(page)
    expect(page.leave.farewell).toBeNull()
    expect(await page.auth.signIn(ada)).toMatchObject({ kind: 'signed-in' })
  })

  it('closes the password prompt even without a sign-out in between', async () => {
    const page = await aPageOfAda()
    page.leave.askToDelete()
    await page.signIn.signIn(bob, ignore)
    expect(page.global.currentUser).toMatchObject({ email: bob.email })
    expect(page.reauthenticate.isOpen).toBe(false)
  })

  it('orders nothing for a user who signed in while the card was being checked', async () => {
    const ports = inMemory()
    await ports.auth.openBrowser().createAccount(bob)
    const page = await aPageLoad(ports)
    await page.plan.load()
    await page.plan.settle(ignore)
    const card = memoryCard()
    const check = held(async () => {})
    const { confirmCard } = page.payments
    vi.spyOn(page.payments, 'confirmCard').mockImplementation(async (request) => {
      await check.work()
      return confirmCard(request)
    })
    const submitting = page.payment.submit(
      { journey: 'enroll', order: shownOn(page), card, billingEmail: ada.email },
      ignore,
    )
    await page.auth.openTab().signIn(bob)
    page.global.applyInit(await page.app.initApp())
    const orders = vi.spyOn(page.adminApi, 'createSubscription')
    check.letThrough()
    expect(await submitting).toBe('ended')
    expect(page.payment.hasSavedCard).toBe(true)
    expect(page.payment.phase).toBe('idle')
    expect(orders).not.toHaveBeenCalled()
  })

  it('does not save the former user’s result in the new account', async () => {
    const page = await aPageOfAda()
    const saves = vi.spyOn(page.adminApi, 'saveDiagnosis')
    const { profile, signUpData } = page.global
    const local = { ...signUpData, moneyBelief: { ...signUpData.moneyBelief } }
    await signInBob(page)
    const former = withDiagnoses(profile ?? aProfile(), { survey: null, moneyBelief: null })
    await page.getStore(NewResultsStore).save(former, {
      ...local,
      moneyBelief: { ...local.moneyBelief, answers: { m1: 4 }, diagnosis: aBeliefResult },
    })
    expect(saves).not.toHaveBeenCalled()
  })

  it('does not show the former user’s phones, even from a late response', async () => {
    const page = await aPageOfAda()
    const late = held(async () => [{ id: 'one', phone: '+1*******4567' }])
    const list = vi.spyOn(page.auth, 'secondFactors').mockImplementationOnce(late.work)
    const loading = page.secondFactor.load()
    await signInBob(page)
    list.mockResolvedValueOnce([])
    await page.secondFactor.load()
    late.letThrough()
    await loading
    expect(page.secondFactor.factors).toEqual([])
  })

  it('hides why the former user’s payment failed', async () => {
    const page = await aPageOfAda()
    await page.plan.load()
    await page.plan.settle(ignore)
    const pay = { journey: 'sign-up', order: shownOn(page), billingEmail: ada.email } as const
    await page.payment.submit({ ...pay, card: memoryCard('4000000000000002') }, ignore)
    expect(page.payment.problem?.place).toBe('declined-card')
    page.payment.leave()
    expect(page.payment.problem?.place).toBe('declined-card')
    await signInBob(page)
    expect(page.payment.problem).toBeNull()
  })

  it('forgets that a mail to the former user could not be sent', async () => {
    const page = await aPageOfAda()
    page.verifyEmail.noteFirstMail(false)
    expect(page.verifyEmail.mail).toBe('failed')
    await signInBob(page)
    expect(page.verifyEmail.mail).toBe('unknown')
  })

  it('clears an earlier failure to find out who is signed in', async () => {
    const page = await aPageLoad()
    page.global.failInit()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.leave.signOut()
    expect(page.global.initFailure).toBeNull()
  })

  it('does not block the new user’s account page while a request of the former user is pending', async () => {
    const page = await aPageOfAda()
    const late = held(page.adminApi.offers)
    vi.spyOn(page.adminApi, 'offers').mockImplementationOnce(late.work)
    const loading = page.yourAccount.load()
    await signInBob(page)
    await page.yourAccount.load()
    expect(page.yourAccount.records).not.toBeNull()
    late.letThrough()
    await loading
    expect(page.yourAccount.records).not.toBeNull()
    expect(page.yourAccount.isLoadFailed).toBe(false)
  })
})
