import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada, origin } from '#tests/support/memory-ports.ts'
import { aLateSubscriber, aSubscriber } from '#tests/support/orders.ts'
import { SLOW } from '#web/stores/timing.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const other = memoryCard('5555555555554444')
const declining = memoryCard('4000000000000341')

/** Ada on her account page during her trial. */
const subscribed = async () => {
  const { subscription: _, ...ports } = await aSubscriber()
  return aPageLoad(ports)
}

/** Ada on her account page after a failed renewal. */
const late = async () => {
  const { subscription: _, ...ports } = await aLateSubscriber()
  return aPageLoad(ports)
}

const settled = async (page: PageLoad) => {
  for (let turn = 0; turn < 20; turn += 1) await page.clock.advance(50)
}

const subscriptionOf = ({ global }: PageLoad) => global.profile?.subscription

describe('using another card', () => {
  it('shows the new card in the profile immediately, and says that nothing was paid', async () => {
    const page = await subscribed()
    const conclude = vi.fn<() => void>()
    await page.card.submit(other, conclude)
    expect(subscriptionOf(page)).toMatchObject({
      status: 'trialing',
      paymentMethod: { brand: 'Mastercard', last4: '4444' },
    })
    expect(page.card.success).toEqual({ paid: null })
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('pays the open invoice, says how much, and fetches the invoices again', async () => {
    const page = await late()
    await page.yourAccount.load()
    expect(page.yourAccount.records?.invoices[0]?.status).toBe('open')
    await page.card.submit(other, ignore)
    await settled(page)
    expect(subscriptionOf(page)).toMatchObject({ status: 'active', openInvoice: null })
    expect(page.card.success).toEqual({ paid: { amount: 8999, currency: 'usd' } })
    expect(page.yourAccount.records?.invoices[0]?.status).toBe('paid')
  })

  it('confirms the card with the account’s email, and returns to its form afterwards', async () => {
    const page = await subscribed()
    const confirmCard = vi.spyOn(page.payments, 'confirmCard')
    await page.card.submit(other, ignore)
    expect(confirmCard).toHaveBeenCalledWith(
      expect.objectContaining({
        billingEmail: ada.email,
        returnUrl: `${origin}/account?card=another`,
      }),
    )
  })

  it('makes one request for two clicks', async () => {
    const page = await late()
    const replaceCard = vi.spyOn(page.adminApi, 'replaceCard')
    const conclude = vi.fn<() => void>()
    await Promise.all([page.card.submit(other, conclude), page.card.submit(other, conclude)])
    expect(replaceCard).toHaveBeenCalledOnce()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says why a card is refused, changes nothing, and accepts another', async () => {
    const page = await late()
    const before = subscriptionOf(page)
    const conclude = vi.fn<() => void>()
    await page.card.submit(declining, conclude)
    expect(page.card.refusal).toEqual({ kind: 'declined', message: 'Your card was declined.' })
    expect(page.card.isBusy).toBe(false)
    expect(subscriptionOf(page)).toEqual(before)
    expect(conclude).not.toHaveBeenCalled()
    await page.card.submit(other, conclude)
    expect(page.card.refusal).toBeNull()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says nothing about an incomplete card, which the provider’s own form reports', async () => {
    const page = await late()
    await page.card.submit(memoryCard(''), ignore)
    expect([page.card.refusal, page.card.success, page.notices.all]).toEqual([null, null, []])
  })

  it('says that the bank’s check has failed', async () => {
    const page = await late()
    page.payments.answerChallenge('fail')
    await page.card.submit(memoryCard('4000002500003155'), ignore)
    expect(page.card.refusal?.kind).toBe('authentication-failed')
  })

  it('says how long to wait after too many attempts', async () => {
    const page = await late()
    page.adminApi.throttle()
    await page.card.submit(other, ignore)
    expect(page.card.refusal).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
  })

  it('shows the ended plan and a notice when the plan turns out to have ended', async () => {
    const page = await late()
    page.adminApi.endSubscription(page.global.profile?.id ?? '')
    const conclude = vi.fn<() => void>()
    await page.card.submit(other, conclude)
    expect(subscriptionOf(page)?.status).toBe('canceled')
    expect(page.card.success).toBeNull()
    expect(page.notices.all).toMatchObject([
      { tone: 'error', text: 'Your plan has ended in the meantime. Nothing was charged.' },
    ])
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('keeps the form open through an outage, and pays once after Retry', async () => {
    const page = await late()
    const conclude = vi.fn<() => void>()
    page.adminApi.fail()
    await page.card.submit(other, conclude)
    expect(page.card.isBusy).toBe(false)
    expect(conclude).not.toHaveBeenCalled()
    expect(page.notices.all[0]?.text).toMatch(/never charged twice/)
    page.adminApi.restore()
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(subscriptionOf(page)?.status).toBe('active')
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('does not pay twice when the response was lost', async () => {
    const page = await late()
    const { replaceCard } = page.adminApi
    vi.spyOn(page.adminApi, 'replaceCard').mockImplementationOnce(async (...request) => {
      await replaceCard(...request)
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    })
    await page.card.submit(other, ignore)
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(subscriptionOf(page)?.status).toBe('active')
    const [invoice, ...older] = await page.adminApi.invoices(subscriptionOf(page)?.id ?? '')
    expect(invoice?.status).toBe('paid')
    expect(older).toHaveLength(1)
  })

  it('removes Retry and the refusal when the form closes', async () => {
    const page = await late()
    page.payments.fail()
    await page.card.submit(other, ignore)
    expect(page.notices.all).toHaveLength(1)
    page.card.startOver()
    expect(page.notices.all).toEqual([])
    page.payments.restore()
    await page.card.submit(declining, ignore)
    page.card.startOver()
    expect(page.card.refusal).toBeNull()
  })

  it('sends the visitor to sign-in when the session has ended', async () => {
    const page = await late()
    page.adminApi.endSession()
    await page.card.submit(other, ignore)
    expect(page.global.isSignInNeeded).toBe(true)
  })

  it('says that a card check takes long only while that check runs', async () => {
    const page = await late()
    await page.card.submit(declining, ignore)
    const { confirmCard } = page.payments
    let answer = () => {}
    page.payments.confirmCard = async (input) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return confirmCard(input)
    }
    await page.clock.advance(SLOW / 2)
    const submitted = page.card.submit(other, ignore)
    await page.clock.advance(SLOW / 2)
    expect(page.card.isSlow).toBe(false)
    await page.clock.advance(SLOW / 2)
    expect(page.card.isSlow).toBe(true)
    answer()
    await submitted
    expect(page.card.isSlow).toBe(false)
  })
})
