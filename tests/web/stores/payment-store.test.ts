import { describe, expect, it, vi } from 'vitest'
import type { Product } from '#core/model/plan.ts'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import type { CardForm } from '#core/ports/payments.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { ada } from '#tests/support/memory-ports.ts'
import type { PaymentInput } from '#web/stores/payment-store.ts'
import { SLOW } from '#web/stores/timing.ts'
import { aChoice, ignore, shownOn } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const paying = (page: PageLoad, card: CardForm | null): PaymentInput => ({
  journey: 'sign-up',
  order: shownOn(page),
  card,
  billingEmail: ada.email,
})

const atPayment = async () => {
  const page = await aChoice()
  await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
  page.auth.openMail()
  await page.verifyEmail.check()
  return page
}

describe('paying', () => {
  it('starts one subscription for two clicks', async () => {
    const page = await atPayment()
    await Promise.all([
      page.payment.submit(paying(page, memoryCard()), ignore),
      page.payment.submit(paying(page, memoryCard()), ignore),
    ])
    expect(page.adminApi.subscriptions).toHaveLength(1)
    expect(page.global.profile?.subscription?.status).toBe('trialing')
  })

  it('says why a card is refused and accepts another', async () => {
    const page = await atPayment()
    await page.payment.submit(paying(page, memoryCard('4000000000000002')), ignore)
    expect(page.payment.problem).toEqual({
      place: 'declined-card',
      kind: 'declined',
      message: 'Your card was declined.',
    })
    expect(page.payment.hasSavedCard).toBe(false)
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.payment.problem).toBeNull()
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  describe('with a card that has had its free trial', () => {
    const withUsedCard = async () => {
      const page = await atPayment()
      const { createSubscription } = page.adminApi
      page.adminApi.createSubscription = async (order, key) =>
        (order.expectedTrialDays ?? 0) > 0
          ? { kind: 'trial-unavailable' }
          : createSubscription(order, key)
      return page
    }

    it('charges nothing before a second click, and shows the plan without a trial', async () => {
      const page = await withUsedCard()
      expect(page.payment.product?.trialDays).toBe(14)
      await page.payment.submit(paying(page, memoryCard()), ignore)
      expect(page.payment.problem).toEqual({ place: 'trial' })
      expect(page.payment.product?.trialDays).toBe(0)
      expect(page.adminApi.subscriptions).toEqual([])
      await page.payment.submit(paying(page, null), ignore)
      expect(page.payment.problem).toBeNull()
      expect(page.adminApi.subscriptions).toHaveLength(1)
    })

    it('shows the trial again for another card', async () => {
      const page = await withUsedCard()
      await page.payment.submit(paying(page, memoryCard()), ignore)
      page.payment.useAnotherCard()
      expect(page.payment.product?.trialDays).toBe(14)
    })

    it('does not order without the trial that was shown at the click', async () => {
      const page = await withUsedCard()
      const submitted = page.payment.submit(paying(page, memoryCard()), ignore)
      page.global.learnTrial(false)
      await submitted
      expect(page.payment.problem).toEqual({ place: 'trial' })
      expect(page.adminApi.subscriptions).toEqual([])
    })
  })

  it('orders at a new price only after a second click', async () => {
    const page = await atPayment()
    const chosen = page.payment.product!
    const old = (product: Product) => ({ ...product, price: { ...product.price, amount: 1 } })
    const offers = await page.adminApi.offers()
    vi.spyOn(page.adminApi, 'offers').mockResolvedValueOnce({
      ...offers,
      products: offers.products.map(old),
    })
    await page.plan.load()
    page.global.changeSignUpData({ subscriptionProduct: old(chosen) })
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.plan.picked).toEqual(chosen)
    expect(page.payment.problem).toEqual({
      place: 'price',
      product: chosen,
      was: old(chosen).price,
    })
    expect(page.payment.product).toEqual(chosen)
    expect(page.adminApi.subscriptions).toEqual([])
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  it('keeps the trial during an outage, and learns before the payment that it is used up', async () => {
    const page = await atPayment()
    page.adminApi.fail()
    await page.payment.checkTrial()
    expect(page.payment.product?.trialDays).toBe(14)
    expect(page.notices.all).toEqual([])
    page.adminApi.restore()
    const { offers } = page.adminApi
    page.adminApi.offers = async () => ({ ...(await offers()), trialEligible: false })
    await page.payment.checkTrial()
    expect(page.payment.product?.trialDays).toBe(0)
  })

  it('stores the consent as it was shown', async () => {
    const page = await atPayment()
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.global.profile?.subscription?.consent).toMatchObject({
      ...someTerms,
      productId: 'annual',
      trialEnd: page.global.profile?.subscription?.trialEnd,
    })
  })

  it.each([
    ['another plan', (page: PageLoad) => page.plan.pick('monthly')],
    ['a promotion', (page: PageLoad) => page.plan.checkPromotion('WELCOME20')],
  ])('does not order with Retry once the visitor has chosen %s', async (_what, choose) => {
    const page = await atPayment()
    const input = paying(page, memoryCard())
    await choose(page)
    await page.plan.choose(ignore)
    expect(await page.payment.submit(input, ignore)).toBe('ignored')
    await page.payment.start('sign-up', input.order)
    expect(page.payment.phase).toBe('idle')
    expect(page.adminApi.setupIntents).toEqual([])
  })

  describe('while a card check does not respond', () => {
    const stuck = async () => {
      const page = await atPayment()
      const { confirmCard } = page.payments
      let answer = () => {}
      page.payments.confirmCard = async (input) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return confirmCard(input)
      }
      const submitted = page.payment.submit(paying(page, memoryCard()), ignore)
      await page.clock.advance(SLOW)
      page.payments.confirmCard = confirmCard
      return { page, submitted, answer: () => answer() }
    }

    it('offers to cancel after a while', async () => {
      const { page } = await stuck()
      expect(page.payment).toMatchObject({ phase: 'saving-card', isSlow: true })
      page.payment.cancel()
      expect(page.payment).toMatchObject({ phase: 'idle', isSlow: false, problem: null })
    })

    it('starts nothing when the response arrives after the visitor has cancelled', async () => {
      const { page, submitted, answer } = await stuck()
      page.payment.cancel()
      answer()
      await submitted
      expect(page.payment.hasSavedCard).toBe(false)
      expect(page.adminApi.subscriptions).toEqual([])
    })

    it('starts nothing when another plan has been chosen during the check', async () => {
      const { page, submitted, answer } = await stuck()
      const { products } = await page.adminApi.offers()
      const other = products.find(({ id }) => id !== page.payment.product?.id) ?? null
      page.global.changeSignUpData({ subscriptionProduct: other })
      answer()
      await submitted
      expect(page.payment.phase).toBe('idle')
      expect(page.adminApi.subscriptions).toEqual([])
    })

    it('no longer offers to cancel once the plan is being started', async () => {
      const { page, submitted, answer } = await stuck()
      const { createSubscription } = page.adminApi
      const seen: unknown[] = []
      page.adminApi.createSubscription = async (...order) => {
        seen.push({ phase: page.payment.phase, isSlow: page.payment.isSlow })
        return createSubscription(...order)
      }
      answer()
      await submitted
      expect(seen).toEqual([{ phase: 'subscribing', isSlow: false }])
    })

    it('accepts a card again once cancelled, and starts one subscription', async () => {
      const { page, submitted, answer } = await stuck()
      page.payment.cancel()
      const second = page.payment.submit(paying(page, memoryCard()), ignore)
      answer()
      await Promise.all([submitted, second])
      expect(page.payment).toMatchObject({ phase: 'idle', isSlow: false })
      expect(page.adminApi.subscriptions).toHaveLength(1)
    })

    it('does not offer to cancel a check that has responded in time', async () => {
      const page = await atPayment()
      await page.payment.submit(paying(page, memoryCard('4000000000000002')), ignore)
      await page.clock.advance(SLOW)
      expect(page.payment.isSlow).toBe(false)
    })
  })

  it('does not ask for the card again after an outage and a reload', async () => {
    const page = await atPayment()
    const { createSubscription } = page.adminApi
    page.adminApi.createSubscription = async (...order) => {
      page.adminApi.fail()
      return createSubscription(...order)
    }
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.notices.all[0]?.text).toMatch(/never charged twice/)
    page.adminApi.createSubscription = createSubscription
    page.adminApi.restore()
    const later = await page.reload()
    expect(later.payment.hasSavedCard).toBe(true)
    await later.payment.submit(paying(later, null), ignore)
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  it('sends the visitor to sign-in when the session has ended', async () => {
    const page = await atPayment()
    page.adminApi.endSession()
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.global.isSignInNeeded).toBe(true)
    expect(page.global.signUpData.subscriptionProduct?.id).toBe('annual')
  })
})
