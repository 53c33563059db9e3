import { reaction } from 'mobx'
import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aPayingSubscriber, repairCard } from '#tests/support/orders.ts'
import { SLOW } from '#web/stores/timing.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const DAY = 24 * 60 * 60 * 1000
const DECLINED = '4000000000000341'
const ASKS_BANK = '4000002760003184'

/** Ada on her account page, with a paid plan, charged to the card with this number if given. */
const paying = async (productId = 'monthly', number?: string) => {
  const { subscription, ...ports } = await aPayingSubscriber(productId)
  if (number !== undefined) await repairCard(ports, subscription.id, number)
  return aPageLoad(ports)
}

/** Ada's page, showing the preview of a change to annual. */
const previewed = async (number?: string) => {
  const page = await paying('monthly', number)
  await page.planChange.load('annual', ignore)
  return page
}

const settled = async (page: PageLoad) => {
  for (let turn = 0; turn < 20; turn += 1) await page.clock.advance(50)
}

const subscriptionOf = ({ global }: PageLoad) => global.profile?.subscription

describe('the preview of a change of plan', () => {
  it('shows the server’s amount, and changes nothing yet', async () => {
    const page = await previewed()
    expect(page.planChange.preview).toMatchObject({
      productId: 'annual',
      dueToday: { amount: 7700, currency: 'usd' },
    })
    expect(subscriptionOf(page)).toMatchObject({ productId: 'monthly' })
  })

  it('is requested once, however often the form is rendered', async () => {
    const page = await paying()
    const ask = vi.spyOn(page.adminApi, 'previewPlanChange')
    await Promise.all([
      page.planChange.load('annual', ignore),
      page.planChange.load('annual', ignore),
    ])
    expect(ask).toHaveBeenCalledOnce()
  })

  it('reports that it is unavailable, and is loaded with Retry', async () => {
    const page = await paying()
    page.adminApi.fail()
    await page.planChange.load('annual', ignore)
    expect(page.planChange.isLoadFailed).toBe(true)
    page.adminApi.restore()
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(page.planChange.preview?.productId).toBe('annual')
    expect([page.planChange.isLoadFailed, page.notices.all]).toEqual([false, []])
  })

  it('is replaced by a notice and the current state when the plan can no longer be changed', async () => {
    const page = await paying()
    await page.app.cancelSubscription(subscriptionOf(page)?.id ?? '')
    const conclude = vi.fn<() => void>()
    await page.planChange.load('annual', conclude)
    expect(subscriptionOf(page)?.cancelAtPeriodEnd).toBe(true)
    expect(page.planChange.preview).toBeNull()
    expect(page.notices.all).toMatchObject([{ text: 'Your plan has changed in the meantime.' }])
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('is replaced by a notice when the plan cannot be changed right now', async () => {
    const page = await paying()
    vi.spyOn(page.adminApi, 'previewPlanChange').mockResolvedValueOnce({ kind: 'not-changeable' })
    const conclude = vi.fn<() => void>()
    await page.planChange.load('annual', conclude)
    expect(page.notices.all).toMatchObject([{ text: 'Your plan can’t be changed right now.' }])
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('closes the form after a declined card when the plan can no longer be changed', async () => {
    const page = await previewed(DECLINED)
    vi.spyOn(page.adminApi, 'previewPlanChange').mockResolvedValueOnce({ kind: 'not-changeable' })
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('is discarded when the form closes, even while it is loading', async () => {
    const page = await paying()
    const loading = page.planChange.load('annual', ignore)
    page.planChange.startOver()
    await loading
    expect([page.planChange.preview, page.planChange.isLoading]).toEqual([null, false])
    await page.planChange.load('annual', ignore)
    expect(page.planChange.preview).not.toBeNull()
    page.planChange.startOver()
    expect(page.planChange.preview).toBeNull()
  })
})

describe('changing the plan', () => {
  it('shows the new plan immediately, says what was paid, and fetches the invoices again', async () => {
    const page = await previewed()
    await page.yourAccount.load()
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    await settled(page)
    expect(subscriptionOf(page)).toMatchObject({ productId: 'annual', status: 'active' })
    expect(page.planChange.success).toMatchObject({ dueToday: { amount: 7700 } })
    expect(page.yourAccount.records?.invoices[0]?.total.amount).toBe(7700)
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('shows the new plan only once the form has closed', async () => {
    const page = await previewed()
    let isClosed = false
    const seen: boolean[] = []
    const stop = reaction(
      () => subscriptionOf(page)?.productId,
      () => seen.push(isClosed),
    )
    await page.planChange.submit(someTerms, () => {
      isClosed = true
    })
    stop()
    expect(seen).toEqual([true])
  })

  it('shows that the cheaper plan is pending', async () => {
    const page = await paying('annual')
    await page.planChange.load('monthly', ignore)
    await page.planChange.submit(someTerms, ignore)
    expect(subscriptionOf(page)).toMatchObject({
      productId: 'annual',
      pendingChange: { productId: 'monthly' },
    })
    await page.subscription.keep()
    expect(subscriptionOf(page)).toMatchObject({ productId: 'annual', pendingChange: null })
  })

  it('makes one request for two clicks, and none without a preview', async () => {
    const page = await paying()
    const order = vi.spyOn(page.adminApi, 'changePlan')
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    expect(order).not.toHaveBeenCalled()
    await page.planChange.load('annual', ignore)
    await Promise.all([
      page.planChange.submit(someTerms, conclude),
      page.planChange.submit(someTerms, conclude),
    ])
    expect(order).toHaveBeenCalledOnce()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says why the card is declined, keeps the form, and can be tried with another card', async () => {
    const page = await previewed(DECLINED)
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    expect(page.planChange.refusal).toEqual({
      kind: 'declined',
      message: 'Your card was declined.',
    })
    expect(page.planChange.preview).toMatchObject({ dueToday: { amount: 7700 } })
    expect(subscriptionOf(page)).toMatchObject({ productId: 'monthly' })
    expect(conclude).not.toHaveBeenCalled()
    await repairCard(page, subscriptionOf(page)?.id ?? '')
    await page.planChange.submit(someTerms, conclude)
    expect(page.planChange.refusal).toBeNull()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says that the bank’s check has failed, and can be tried again', async () => {
    const page = await previewed(ASKS_BANK)
    page.payments.answerChallenge('fail')
    await page.planChange.submit(someTerms, ignore)
    expect(page.planChange.refusal?.kind).toBe('authentication-failed')
    page.payments.answerChallenge('pass')
    await page.planChange.submit(someTerms, ignore)
    expect(subscriptionOf(page)?.productId).toBe('annual')
  })

  it('shows a new amount instead of charging it', async () => {
    const page = await previewed()
    await page.clock.advance(DAY)
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    expect(page.planChange.refusal).toMatchObject({
      kind: 'preview-stale',
      was: { amount: 8999 - 1299 },
      due: { amount: 8999 - 1256 },
    })
    expect(page.planChange.preview).toMatchObject({ dueToday: { amount: 8999 - 1256 } })
    expect(conclude).not.toHaveBeenCalled()
    await page.planChange.submit(someTerms, conclude)
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says that the amount is the same when the preview has merely expired', async () => {
    const page = await previewed()
    await page.clock.advance(16 * 60 * 1000)
    await page.planChange.submit(someTerms, ignore)
    expect(page.planChange.refusal).toMatchObject({
      kind: 'preview-stale',
      was: { amount: 8999 - 1299 },
      due: { amount: 8999 - 1299 },
    })
  })

  it('says why the plan was not changed, without an outdated amount, when no preview can be loaded', async () => {
    const page = await previewed(DECLINED)
    vi.spyOn(page.adminApi, 'previewPlanChange').mockRejectedValueOnce(
      new PortUnavailable('admin-api', new Error('The connection broke.')),
    )
    await page.planChange.submit(someTerms, ignore)
    expect(page.planChange.refusal?.kind).toBe('declined')
    expect([page.planChange.preview, page.planChange.isLoadFailed]).toEqual([null, true])
  })

  it.each([
    ['ended', 'Your plan has ended in the meantime.', { status: 'canceled' }],
    ['cancelled', 'Your plan has changed in the meantime.', { cancelAtPeriodEnd: true }],
  ])(
    'shows the current plan and a notice when it was %s before the request',
    async (how, text, shown) => {
      const page = await previewed()
      const { id } = subscriptionOf(page) ?? { id: '' }
      if (how === 'ended') page.adminApi.endSubscription(page.global.profile?.id ?? '')
      else await page.app.cancelSubscription(id)
      const conclude = vi.fn<() => void>()
      await page.planChange.submit(someTerms, conclude)
      expect(page.planChange.success).toBeNull()
      expect(page.notices.all).toMatchObject([{ tone: 'error', text }])
      expect(conclude).toHaveBeenCalledOnce()
      expect(subscriptionOf(page)).toMatchObject(shown)
    },
  )

  it('keeps the form open through an outage, and charges once after Retry', async () => {
    const page = await previewed()
    const { changePlan } = page.adminApi
    vi.spyOn(page.adminApi, 'changePlan').mockImplementationOnce(async (...request) => {
      await changePlan(...request)
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    })
    const conclude = vi.fn<() => void>()
    await page.planChange.submit(someTerms, conclude)
    expect(page.planChange.preview).not.toBeNull()
    expect(conclude).not.toHaveBeenCalled()
    expect(page.notices.all[0]?.text).toMatch(/never charged twice/)
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(subscriptionOf(page)?.productId).toBe('annual')
    expect(await page.adminApi.invoices(subscriptionOf(page)?.id ?? '')).toHaveLength(2)
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('removes Retry and the refusal when the form closes', async () => {
    const page = await previewed(DECLINED)
    await page.planChange.submit(someTerms, ignore)
    page.planChange.startOver()
    expect(page.planChange.refusal).toBeNull()
    await page.planChange.load('annual', ignore)
    page.adminApi.fail()
    await page.planChange.submit(someTerms, ignore)
    expect(page.notices.all).toHaveLength(1)
    page.planChange.startOver()
    expect(page.notices.all).toEqual([])
  })

  it('does not show a late refusal in a form that was closed and opened again', async () => {
    const page = await previewed(DECLINED)
    const submitted = page.planChange.submit(someTerms, ignore)
    page.planChange.startOver()
    await submitted
    expect([page.planChange.refusal, page.planChange.preview]).toEqual([null, null])
    await page.planChange.load('annual', ignore)
    expect(page.planChange.preview).not.toBeNull()
  })

  it('sends the visitor to sign-in when the session has ended', async () => {
    const page = await previewed()
    page.adminApi.endSession()
    await page.planChange.submit(someTerms, ignore)
    expect(page.global.isSignInNeeded).toBe(true)
  })

  it('says that the bank is taking long, until the bank responds', async () => {
    const page = await previewed(ASKS_BANK)
    let answer = () => {}
    const { authenticate } = page.payments
    page.payments.authenticate = async (secret) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return authenticate(secret)
    }
    const submitted = page.planChange.submit(someTerms, ignore)
    await page.clock.advance(SLOW)
    expect(page.planChange.isSlow).toBe(true)
    answer()
    await submitted
    expect(page.planChange.isSlow).toBe(false)
  })
})

describe('keeping the current plan', () => {
  const changing = async () => {
    const page = await paying('annual')
    await page.planChange.load('monthly', ignore)
    await page.planChange.submit(someTerms, ignore)
    return page
  }

  it('is tried again with Retry after an outage', async () => {
    const page = await changing()
    page.adminApi.fail()
    await page.subscription.keep()
    expect(subscriptionOf(page)?.pendingChange).not.toBeNull()
    page.adminApi.restore()
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(subscriptionOf(page)?.pendingChange).toBeNull()
  })

  it('says that the plan has changed when the change has already been made', async () => {
    const page = await changing()
    await page.clock.advance(366 * DAY)
    await page.subscription.keep()
    expect(subscriptionOf(page)?.productId).toBe('monthly')
    expect(page.notices.all).toMatchObject([{ text: 'Your plan has changed in the meantime.' }])
  })
})
