import { describe, expect, it, vi } from 'vitest'
import type { Product } from '#core/model/plan.ts'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import type { CardForm } from '#core/ports/payments.ts'
import { RESEND_PAUSE } from '#core/model/verification-mail.ts'
import { someTerms, welcome20 } from '#tests/support/a-visitor.ts'
import { ada, signUpAda } from '#tests/support/memory-ports.ts'
import type { PaymentInput } from '#web/stores/payment-store.ts'
import { SLOW } from '#web/stores/timing.ts'
import { hold } from '#tests/web/support/hold.ts'
import { aPageLoad, ignore, shownOn } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const aChoice = async () => {
  const page = await aPageLoad()
  await page.plan.load()
  await page.plan.choose(ignore)
  return page
}

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

describe('choosing a plan', () => {
  it('preselects the annual plan and keeps the chosen one', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    expect(page.plan.picked?.id).toBe('annual')
    await page.plan.pick('monthly')
    expect(await page.plan.choose(ignore)).toBe(true)
    const later = await page.reload()
    await later.plan.load()
    expect(later.plan.picked?.id).toBe('monthly')
  })

  it('knows what a promotion code is for the plan that is not picked', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.checkPromotion('WELCOME20')
    expect(page.plan.products.map((each) => page.plan.promotionFor(each)?.code)).toEqual([
      'WELCOME20',
      'WELCOME20',
    ])
    const later = await page.reload()
    await later.plan.load()
    expect(later.plan.products.every((each) => later.plan.promotionFor(each))).toBe(true)
    await later.plan.pick('monthly')
    await later.plan.checkPromotion('HALFYEAR')
    expect(later.plan.products.map((each) => later.plan.promotionFor(each)?.code)).toEqual([
      undefined,
      'HALFYEAR',
    ])
  })

  it('says nothing of an outage while it looks at the plan that is not picked', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    page.adminApi.checkPromotionCode = async ({ productId }) => {
      if (productId === 'annual') return { kind: 'applies', promotion: welcome20 }
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    }
    await page.plan.checkPromotion('WELCOME20')
    expect(page.notices.all).toEqual([])
    expect(page.plan.products.map((each) => page.plan.promotionFor(each)?.code)).toEqual([
      'WELCOME20',
      undefined,
    ])
  })

  it('applies a promotion code to no plan that it is not for', async () => {
    const page = await aPageLoad()
    await page.plan.load()
    await page.plan.pick('monthly')
    await page.plan.checkPromotion('HALFYEAR')
    expect(page.plan.promotion?.code).toBe('HALFYEAR')
    await page.plan.pick('annual')
    expect(page.plan.promotion).toBeNull()
    expect(page.plan.promotionRefusal?.kind).toBe('not-for-this-plan')
    await page.plan.pick('monthly')
    expect(page.plan.promotion?.code).toBe('HALFYEAR')
    expect(page.plan.promotionRefusal).toBeNull()
  })

  describe('after one was chosen with a code', () => {
    const chosenWith = async (code: string, plan: string) => {
      const page = await aPageLoad()
      await page.plan.load()
      await page.plan.pick(plan)
      await page.plan.checkPromotion(code)
      await page.plan.choose(ignore)
      return page
    }
    const chosen = ({ global: { signUpData } }: PageLoad) => [
      signUpData.subscriptionProduct?.id,
      signUpData.stripePromotionCode?.code,
    ]

    it('keeps both while another plan and its code are looked at, also after a reload', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      await page.plan.pick('monthly')
      await page.plan.checkPromotion('HALFYEAR')
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      const later = await page.reload()
      await later.plan.load()
      expect(later.plan.picked?.id).toBe('monthly')
      expect(later.plan.promotion?.code).toBe('HALFYEAR')
      expect(chosen(later)).toEqual(['annual', 'WELCOME20'])
      await later.plan.choose(ignore)
      expect(chosen(later)).toEqual(['monthly', 'HALFYEAR'])
    })

    it('keeps the code while a plan that it is not for is looked at', async () => {
      const page = await chosenWith('HALFYEAR', 'monthly')
      await page.plan.pick('annual')
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['monthly', 'HALFYEAR'])
      await page.plan.pick('monthly')
      expect(page.plan.promotion?.code).toBe('HALFYEAR')
    })

    it('chooses nothing while nobody knows what the code is for the picked plan', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      const later = await page.reload()
      vi.spyOn(later.adminApi, 'checkPromotionCode').mockRejectedValue(
        new PortUnavailable('admin-api', null),
      )
      await later.plan.load()
      await later.plan.pick('monthly')
      expect(await later.plan.choose(ignore)).toBe(false)
      expect(chosen(later)).toEqual(['annual', 'WELCOME20'])
      vi.mocked(later.adminApi.checkPromotionCode).mockRestore()
      expect(await later.plan.choose(ignore)).toBe(true)
      expect(chosen(later)).toEqual(['monthly', 'WELCOME20'])
    })

    it('chooses nothing while a code is checked', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      page.plan.removePromotion()
      await page.plan.settle(ignore)
      const release = hold(page.ports.adminApi, 'checkPromotionCode', 'response')
      const checking = page.plan.checkPromotion('WELCOME20')
      expect(await page.plan.choose(ignore)).toBe(false)
      release()
      await checking
      expect(await page.plan.choose(ignore)).toBe(true)
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
    })

    it('chooses a plan without a code that is not for it', async () => {
      const page = await chosenWith('HALFYEAR', 'monthly')
      const later = await page.reload()
      await later.plan.load()
      await later.plan.pick('annual')
      expect(await later.plan.choose(ignore)).toBe(true)
      expect(chosen(later)).toEqual(['annual', undefined])
    })

    it('removes the code once the plan is chosen again without it', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      page.plan.removePromotion()
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      await page.plan.settle(ignore)
      expect(chosen(page)).toEqual(['annual', undefined])
    })

    it('chooses nothing when the pick or the code changes while it is checked', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      for (const change of [() => page.plan.pick('monthly'), page.plan.removePromotion]) {
        const release = hold(page.ports.adminApi, 'checkPromotionCode', 'response')
        const choosing = page.plan.choose(ignore)
        await new Promise((resolve) => setTimeout(resolve))
        await change()
        release()
        expect(await choosing).toBe(false)
        expect(page.plan.isChoosing).toBe(false)
        expect(page.plan.picked?.id).toBe('monthly')
        expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
      }
      expect(page.plan.promotion).toBeNull()
    })

    it('keeps the code while another one is refused for another plan', async () => {
      const page = await chosenWith('WELCOME20', 'annual')
      await page.plan.pick('monthly')
      await page.plan.checkPromotion('HALFYEAR')
      page.adminApi.checkPromotionCode = async () => ({ kind: 'expired' })
      expect(await page.plan.choose(ignore)).toBe(false)
      expect(page.plan.promotionRefusal?.kind).toBe('expired')
      expect(page.plan.promotion).toBeNull()
      expect(chosen(page)).toEqual(['annual', 'WELCOME20'])
    })
  })
})

describe('creating the account', () => {
  it('creates one account when submitted twice', async () => {
    const page = await aChoice()
    const outcomes = await Promise.all([
      page.account.signUp({ ...ada, journey: 'sign-up' }, ignore),
      page.account.signUp({ ...ada, journey: 'sign-up' }, ignore),
    ])
    expect(outcomes).toEqual(['signed-up', 'ignored'])
    expect(page.global.currentUser?.email).toBe(ada.email)
    expect(page.global.currentUser?.stackinData?.email).toBe(ada.email)
  })

  it('says that the email is taken', async () => {
    const first = await aPageLoad()
    await signUpAda(first.ports)
    await first.app.signOut()
    const page = await first.reload()
    expect(await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)).toBe('email-taken')
    expect(page.account.isBusy).toBe(false)
  })

  it('never writes the password to the device', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    expect(page.storage.read('PERSISTED_STATE')).not.toContain(ada.password)
  })
})

describe('confirming the email', () => {
  it('notices the confirmation', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(false)
    page.auth.openMail()
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(true)
  })

  it('shows no error when it cannot check', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.fail()
    await page.verifyEmail.check()
    expect(page.notices.all).toEqual([])
  })

  it('sends another mail after 30 seconds, not before', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(1)
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('keeps waiting after a reload, but not for a clock that was set back', async () => {
    const before = await aChoice()
    await before.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    const page = await before.reload()
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(1)
    page.global.changeSignUpData({
      verificationMailTimeStamp: page.clock.now().getTime() + 10 * RESEND_PAUSE,
    })
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('sends the mail of a pending change again to the new address', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    const to = page.auth.mails.map((mail) => mail.to)
    expect(to).toEqual([ada.email, 'new@example.com', 'new@example.com'])
    expect(page.notices.all.at(-1)?.text).toBe('We’ve sent an email to new@example.com.')
    await page.verifyEmail.resend('sign-up')
    expect(page.auth.mails).toHaveLength(3)
  })

  it('says so when the mail of a pending change cannot be sent again', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.auth.openBrowser().createAccount({ ...ada, email: 'new@example.com' })
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.resend('sign-up')
    expect(page.notices.all.at(-1)?.text).toBe(
      'We couldn’t send an email to new@example.com. Please enter another address.',
    )
    page.auth.throttle()
    await page.verifyEmail.resend('sign-up')
    expect(page.notices.all.at(-1)?.text).toContain('That was a lot of emails.')
    expect(page.auth.mails).toHaveLength(2)
  })

  it('says so too when the password had to be given first', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    page.auth.ageSignIn()
    await page.verifyEmail.resend('sign-up')
    await page.reauthenticate.confirm(ada.password)
    page.auth.throttle()
    await page.clock.advance(100)
    await expect.poll(() => page.notices.all.at(-1)?.text).toContain('That was a lot of emails.')
    expect(page.verifyEmail.change.refusal).toBeNull()
  })

  it('mails the address of the account where that is asked for', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    await page.clock.advance(RESEND_PAUSE)
    await page.verifyEmail.mailCurrent('sign-up')
    expect(page.auth.mails.map((mail) => mail.to)).toEqual([
      ada.email,
      'new@example.com',
      ada.email,
    ])
  })

  it('keeps a pending change in the account when the former address is confirmed', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    const [first] = page.auth.mails
    await page.verifyEmail.change.ask('New@example.com', 'sign-up')
    page.auth.openMail(first)
    await page.verifyEmail.check()
    expect(page.global.currentUser?.emailVerified).toBe(true)
    expect(page.verifyEmail.change.pendingEmail).toBe('')
    expect(page.changeEmail.change.pendingEmail).toBe('New@example.com')
  })

  it('keeps no change pending whose address is confirmed', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    await page.verifyEmail.change.ask('New@example.com', 'sign-up')
    page.auth.openMail()
    await page.verifyEmail.check()
    expect(page.global.currentUser?.email).toBe('new@example.com')
    expect(page.changeEmail.change.pendingEmail).toBe('')
  })

  it('asks for the password when the sign-in is too old, and then changes the email', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.ageSignIn()
    expect(await page.verifyEmail.change.ask('new@example.com', 'sign-up')).toBe('waiting')
    await page.reauthenticate.confirm('Wrong-Pass-7')
    expect(page.reauthenticate.passwordError).toBe('Uh oh, wrong password.')
    await page.reauthenticate.confirm(ada.password)
    expect(page.reauthenticate.isOpen).toBe(false)
    expect(page.global.userData.profile).toBeNull()
    await page.clock.advance(100)
    await expect.poll(() => page.verifyEmail.change.pendingEmail).toBe('new@example.com')
  })

  it('changes nothing when the password was not given', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.auth.ageSignIn()
    await page.verifyEmail.change.ask('new@example.com', 'sign-up')
    page.reauthenticate.cancel()
    await page.clock.advance(100)
    expect(page.auth.mails).toHaveLength(1)
  })

  it.each([0, 50, 200])(
    'changes nothing when the dialog was closed while the password was checked (answer after %i ms)',
    async (late) => {
      const page = await aChoice()
      await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
      const confirmed = vi.fn<() => void>()
      page.reauthenticate.ask(confirmed)
      const { reauthenticate } = page.auth
      let answer = () => {}
      vi.spyOn(page.auth, 'reauthenticate').mockImplementationOnce(async (password) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return reauthenticate(password)
      })
      const checked = page.reauthenticate.confirm(ada.password)
      page.reauthenticate.cancel()
      await page.clock.advance(late)
      answer()
      await checked
      await page.clock.advance(200)
      expect([page.reauthenticate.isOpen, page.reauthenticate.isBusy]).toEqual([false, false])
      expect(confirmed).not.toHaveBeenCalled()
    },
  )

  it('rethrows too many attempts to reauthenticate, without a message on the field or page', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.reauthenticate.ask(ignore)
    page.auth.throttle()
    await expect(page.reauthenticate.confirm(ada.password)).rejects.toThrow('unavailable')
    expect(page.reauthenticate.passwordError).toBeNull()
    expect(page.notices.all).toEqual([])
  })

  it('rethrows any other error of the reauthentication', async () => {
    const page = await aChoice()
    await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
    page.reauthenticate.ask(ignore)
    page.auth.fail()
    await expect(page.reauthenticate.confirm(ada.password)).rejects.toThrow('unavailable')
    expect(page.reauthenticate.isBusy).toBe(false)
  })
})

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

    it('orders what was shown at the click, whatever changes meanwhile', async () => {
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
    expect(page.payment.problem).toEqual({ place: 'price', product: chosen })
    expect(page.payment.product).toEqual(chosen)
    expect(page.adminApi.subscriptions).toEqual([])
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.adminApi.subscriptions).toHaveLength(1)
  })

  it('learns before the payment that the trial is used up, and assumes nothing during an outage', async () => {
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

  it('keeps the consent as it was shown', async () => {
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
  ])('orders nothing by a Retry once %s is chosen', async (_what, choose) => {
    const page = await atPayment()
    const input = paying(page, memoryCard())
    await choose(page)
    await page.plan.choose(ignore)
    expect(await page.payment.submit(input, ignore)).toBe('ignored')
    await page.payment.start('sign-up', input.order)
    expect(page.payment.phase).toBe('idle')
    expect(page.adminApi.setupIntents).toEqual([])
  })

  describe('while the check of a card never answers', () => {
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

    it('starts nothing when the answer comes after the visitor cancelled', async () => {
      const { page, submitted, answer } = await stuck()
      page.payment.cancel()
      answer()
      await submitted
      expect(page.payment.hasSavedCard).toBe(false)
      expect(page.adminApi.subscriptions).toEqual([])
    })

    it('starts nothing when another plan was chosen meanwhile', async () => {
      const { page, submitted, answer } = await stuck()
      const { products } = await page.adminApi.offers()
      const other = products.find(({ id }) => id !== page.payment.product?.id) ?? null
      page.global.changeSignUpData({ subscriptionProduct: other })
      answer()
      await submitted
      expect(page.payment.phase).toBe('idle')
      expect(page.adminApi.subscriptions).toEqual([])
    })

    it('offers no cancelling any more once the plan is being started', async () => {
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

    it('offers nothing for a check that answered in time', async () => {
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

  it('sends to sign-in when the session has ended', async () => {
    const page = await atPayment()
    page.adminApi.endSession()
    await page.payment.submit(paying(page, memoryCard()), ignore)
    expect(page.global.isSignInNeeded).toBe(true)
    expect(page.global.signUpData.subscriptionProduct?.id).toBe('annual')
  })
})
