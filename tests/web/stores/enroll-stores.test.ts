import { describe, expect, it } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { resolveStep } from '#core/model/journeys.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { ada } from '#tests/support/memory-ports.ts'
import type { CardForm } from '#core/ports/payments.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad, ignore, shownOn } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const giving = (page: PageLoad, card: CardForm | null) =>
  ({ journey: 'enroll', order: shownOn(page), card, billingEmail: 'bills@example.com' }) as const
const newcomer = (page: PageLoad) => ({ ...ada, journey: 'enroll', order: shownOn(page) }) as const

const withCard = async (number?: string) => {
  const page = await aPageLoad()
  await page.plan.load()
  await page.plan.settle(ignore)
  await page.payment.submit(giving(page, memoryCard(number)), ignore)
  return page
}

/** Waits for the subscription, which starts in the background once the account exists. */
const settled = async ({ payment }: PageLoad) => {
  await expect.poll(() => payment.phase).toBe('idle')
}

const atStep = ({ global }: PageLoad) =>
  resolveStep('enroll', 'create-account', global.journeyState)

describe('the payment step of the quick journey', () => {
  it('saves the card, and starts nothing before there is an account', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.settle(ignore)
    expect(await page.payment.submit(giving(page, memoryCard()), ignore)).toBe('card-saved')
    expect(page.global.signUpData.stripePaymentMethodId).toMatch(/^pm_/)
    expect(page.adminApi.subscriptions).toEqual([])
    expect(atStep(page)).toBe('create-account')
  })

  it('keeps the card, the plan and the billing email after a reload', async () => {
    const page = await withCard()
    const later = await page.reload()
    expect(later.payment.hasSavedCard).toBe(true)
    expect(later.payment.product?.id).toBe('annual')
    expect(later.global.signUpData.billingEmail).toBe('bills@example.com')
  })

  it('keeps the picked plan after a reload', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.pick('monthly')
    const later = await page.reload()
    await later.plan.load()
    expect(later.plan.picked?.id).toBe('monthly')
    expect(await later.plan.settle(ignore)).toBe(true)
    expect(later.payment.product?.id).toBe('monthly')
  })

  it('does not pick a plan that is not on offer', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.pick('golden')
    expect(page.plan.picked?.id).toBe('annual')
  })

  it('tracks the plan once, however often the card is tried', async () => {
    const page = await withCard('4000000000000002')
    await page.plan.settle(ignore)
    expect(page.eventNames().filter((name) => name === 'web_program_selected')).toHaveLength(1)
  })
})

describe('creating the account in the quick journey', () => {
  it('is followed immediately by the subscription', async () => {
    const page = await withCard()
    expect(await page.account.signUp(newcomer(page), ignore)).toBe('signed-up')
    await settled(page)
    expect(page.global.profile?.subscription).toMatchObject({
      status: 'trialing',
      productId: 'annual',
    })
    expect(atStep(page)).toBe('verify-email')
  })

  it('is not followed by the subscription when the visitor leaves the step before the response', async () => {
    const page = await withCard()
    const signingUp = page.account.signUp(newcomer(page), ignore)
    page.payment.leave()
    expect(await signingUp).toBe('signed-up')
    await settled(page)
    expect(page.adminApi.subscriptions).toEqual([])
    expect(atStep(page)).toBe('create-account')
  })

  it('starts one subscription for two clicks', async () => {
    const page = await withCard()
    await Promise.all([
      page.account.signUp(newcomer(page), ignore),
      page.account.signUp(newcomer(page), ignore),
    ])
    await Promise.all([
      page.payment.start('enroll', shownOn(page)),
      page.payment.start('enroll', shownOn(page)),
    ])
    await settled(page)
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  it('sends a mail that leads back to the quick journey', async () => {
    const page = await withCard()
    await page.account.signUp(newcomer(page), ignore)
    expect(page.auth.mails.at(-1)?.returnUrl).toMatch(/\/enroll\/email-confirmed$/)
  })

  it('starts only one subscription when an outage interrupts the order', async () => {
    const page = await withCard()
    const { createSubscription } = page.adminApi
    page.adminApi.createSubscription = async (...order) => {
      await createSubscription(...order)
      page.adminApi.fail()
      return createSubscription(...order)
    }
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.notices.all).toHaveLength(1)
    expect(atStep(page)).toBe('create-account')
    page.adminApi.createSubscription = createSubscription
    page.adminApi.restore()

    const later = await page.reload()
    expect(later.global.currentUser?.email).toBe(ada.email)
    await later.payment.start('enroll', shownOn(later))
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  it('forgets the card once it has been used, so that the next visitor does not find it', async () => {
    const page = await withCard()
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.payment.hasSavedCard).toBe(false)
  })

  it('shows why the card was declined and accepts another', async () => {
    const page = await withCard()
    const { createSubscription } = page.adminApi
    page.adminApi.createSubscription = async () => ({
      kind: 'declined',
      declineCode: null,
      message: 'Your card was declined.',
    })
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.payment.problem).toEqual({
      place: 'declined-card',
      kind: 'declined',
      message: 'Your card was declined.',
    })
    expect(atStep(page)).toBe('payment')

    page.adminApi.createSubscription = createSubscription
    expect(await page.payment.submit(giving(page, memoryCard()), ignore)).toBe('ended')
    expect(page.payment.problem).toEqual({ place: 'unconfirmed-email', email: ada.email })
    expect(page.adminApi.subscriptions).toEqual([])
    expect(page.payment.hasSavedCard).toBe(true)

    page.auth.openMail()
    expect(await page.payment.submit(giving(page, null), ignore)).toBe('ended')
    expect(page.payment.problem).toBeNull()
    expect(page.adminApi.subscriptions).toHaveLength(1)
    expect(atStep(page)).toBe('download-app')
  })

  it('says that the entered data was removed because it belonged to another account', async () => {
    const page = await withCard()
    page.global.changeSignUpData({ accountId: 'somebody-else' })
    expect(await page.account.signUp(newcomer(page), ignore)).toBe('signed-up')
    await settled(page)
    expect(page.adminApi.subscriptions).toEqual([])
    expect(page.payment.problem).toBeNull()
    expect(page.payment.hasSavedCard).toBe(false)
    expect(page.global.signUpData).toMatchObject({
      accountId: page.global.currentUser?.id,
      accountCreated: true,
      subscriptionProduct: null,
    })
    expect(page.notices.all).toMatchObject([
      { tone: 'error', text: expect.stringContaining('belonged to another account') as string },
    ])
  })

  it('leads to sign-in when the session turns out to be over', async () => {
    const page = await withCard()
    page.adminApi.createSubscription = async () => {
      page.auth.removeAccount(ada.email)
      return { kind: 'email-unverified' }
    }
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.global.currentUser).toBeNull()
    expect(page.global.isSignInNeeded).toBe(true)
    expect(page.payment.problem).toBeNull()
  })

  it('asks for the card again when it was entered more than a day ago', async () => {
    const page = await withCard()
    await page.clock.advance(25 * 60 * 60 * 1000)
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.payment.problem).toEqual({
      place: 'card',
      title: expect.stringContaining('more than a day ago'),
      message: expect.stringContaining('Nothing was charged'),
    })
    expect(page.payment.hasSavedCard).toBe(false)
    expect(atStep(page)).toBe('payment')
  })

  it('asks for the card again when an earlier version of the site stored no client secret', async () => {
    const page = await withCard()
    const stored = JSON.parse(page.storage.read(PERSISTED_STATE) ?? '{}') as {
      signUpData: { stripeSetupIntent: { clientSecret?: string } }
    }
    delete stored.signUpData.stripeSetupIntent.clientSecret
    page.storage.write(PERSISTED_STATE, JSON.stringify(stored))
    const later = await page.reload()
    expect(later.payment.hasSavedCard).toBe(false)
    expect(atStep(later)).toBe('payment')
  })

  it('says that the promotion code is used up, and then subscribes without it', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    page.plan.typeCode('WELCOME20')
    await page.plan.checkPromotion('WELCOME20')
    await page.plan.settle(ignore)
    await page.payment.submit(giving(page, memoryCard()), ignore)
    const { createSubscription } = page.adminApi
    page.adminApi.createSubscription = async () => ({
      kind: 'promotion-refused',
      reason: 'used-up',
    })
    await page.account.signUp(newcomer(page), ignore)
    await settled(page)
    expect(page.payment.problem).toMatchObject({
      place: 'promotion',
      reason: 'used-up',
      order: { promotion: { code: 'WELCOME20' } },
    })
    expect(page.plan.promotion).toBeNull()
    expect(await page.plan.settle(ignore)).toBe(true)
    page.adminApi.createSubscription = createSubscription
    await page.payment.start('enroll', shownOn(page))
    expect(page.global.profile?.subscription?.discount).toBeNull()
  })

  it('is not needed by a returning user whose plan has ended', async () => {
    const first = await withCard()
    await first.account.signUp(newcomer(first), ignore)
    await settled(first)
    first.auth.openMail()
    await first.verifyEmail.check()
    first.adminApi.endSubscription(first.adminApi.subscriptions[0]!.userId)
    const page = await first.reload()
    const at = () => resolveStep('enroll', 'payment', page.global.journeyState)
    expect(at()).toBe('payment')
    await page.plan.load()
    await page.plan.pick('monthly')
    await page.plan.settle(ignore)
    expect(await page.payment.submit(giving(page, memoryCard()), ignore)).toBe('ended')
    expect(page.global.profile?.subscription).toMatchObject({ status: 'active', trialEnd: null })
    expect(at()).toBe('download-app')
  })

  it('orders with a code that was applied after the plan had been chosen', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.settle(ignore)
    await page.plan.checkPromotion('WELCOME20')
    await page.plan.settle(ignore)
    expect(shownOn(page).promotion?.code).toBe('WELCOME20')
  })

  it('orders nothing when the code or the plan on the screen changed while the card was being checked', async () => {
    const page = await aPageLoad()
    await page.auth.createAccount(ada)
    await page.auth.sendEmailVerification('http://localhost/enroll/email-confirmed')
    page.auth.openMail()
    const back = await page.reload()
    await back.plan.load()
    const changes = [() => back.plan.checkPromotion('WELCOME20'), () => back.plan.pick('monthly')]
    for (const change of changes) {
      await back.plan.settle(ignore)
      const release = hold(back.payments, 'confirmCard', 'request')
      const ordering = back.payment.submit(giving(back, memoryCard()), ignore)
      await expect.poll(() => back.payment.phase).toBe('saving-card')
      await change()
      release()
      expect(await ordering).toBe('ended')
      expect(back.adminApi.subscriptions).toEqual([])
      back.payment.useAnotherCard()
    }
  })

  it('does not order automatically when the visitor signs in instead', async () => {
    const first = await withCard()
    await first.account.signUp(newcomer(first), ignore)
    await settled(first)
    first.adminApi.endSubscription(first.adminApi.subscriptions[0]!.userId)
    await first.app.signOut()
    const page = await first.reload()
    await page.plan.load()
    await page.payment.submit(giving(page, memoryCard()), ignore)
    expect(await page.signIn.signIn(ada, ignore)).toBe('signed-in')
    expect(page.adminApi.subscriptions).toHaveLength(1)
    expect(atStep(page)).toBe('create-account')
    expect(page.global.isTrialSpent).toBe(true)
  })
})
