import { describe, expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada } from '#tests/support/memory-ports.ts'
import { aPayingSubscriber } from '#tests/support/orders.ts'
import { SLOW } from '#web/stores/timing.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const DAY = 24 * 60 * 60 * 1000
const usd = (amount: number) => ({ amount, currency: 'usd' })

/** The offer that the form shows. */
const shown = { amount: usd(8999), until: new Date('2026-12-05T00:00:00Z') }

/** Ada at the second step. She has just paid for the annual plan. */
const atSecondStep = async () => {
  const { subscription: _, ...ports } = await aPayingSubscriber('annual')
  const page = await aPageLoad(ports)
  page.withdrawal.proceed()
  return page
}

const settled = async (page: PageLoad) => {
  for (let turn = 0; turn < 20; turn += 1) await page.clock.advance(50)
}

const subscriptionOf = ({ global }: PageLoad) => global.profile?.subscription

/** Holds back the request until `letGo` is called. */
const held = ({ adminApi }: PageLoad) => {
  let letGo = () => {}
  const { withdraw } = adminApi
  const spy = vi.spyOn(adminApi, 'withdraw').mockImplementationOnce(async (...request) => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return withdraw(...request)
  })
  return { spy, letGo: () => letGo() }
}

describe('withdrawing from a plan', () => {
  it('ends the plan, says how much is refunded, and fetches the invoices again', async () => {
    const page = await atSecondStep()
    await page.yourAccount.load()
    const conclude = vi.fn<() => void>()
    await page.withdrawal.submit(shown, conclude)
    await settled(page)
    expect(subscriptionOf(page)?.status).toBe('canceled')
    expect(page.withdrawal.success).toMatchObject({
      refunded: usd(8999),
    })
    expect(page.yourAccount.records?.invoices[0]?.refunded).toEqual(usd(8999))
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says how much is refunded now, without earlier refunds', async () => {
    const page = await atSecondStep()
    await page.withdrawal.submit({ ...shown, amount: usd(7999) }, ignore)
    expect(page.withdrawal.success).toEqual({ refunded: usd(7999) })
  })

  it('does nothing before the second step', async () => {
    const page = await atSecondStep()
    page.withdrawal.startOver()
    await page.withdrawal.submit(shown, ignore)
    expect([page.withdrawal.step, subscriptionOf(page)?.status]).toEqual([1, 'active'])
  })

  it('makes one request for two clicks', async () => {
    const page = await atSecondStep()
    const order = vi.spyOn(page.adminApi, 'withdraw')
    const conclude = vi.fn<() => void>()
    await Promise.all([
      page.withdrawal.submit(shown, conclude),
      page.withdrawal.submit(shown, conclude),
    ])
    expect(order).toHaveBeenCalledOnce()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('asks for the password when the sign-in is too old, and then continues', async () => {
    const page = await atSecondStep()
    page.auth.ageSignIn()
    const conclude = vi.fn<() => void>()
    await page.withdrawal.submit(shown, conclude)
    expect(page.reauthenticate.isOpen).toBe(true)
    expect([page.withdrawal.step, page.withdrawal.isBusy]).toEqual([2, false])
    expect(subscriptionOf(page)?.status).toBe('active')
    await page.reauthenticate.confirm(ada.password)
    await settled(page)
    expect(subscriptionOf(page)?.status).toBe('canceled')
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('refunds nothing when the password prompt is cancelled', async () => {
    const page = await atSecondStep()
    page.auth.ageSignIn()
    await page.withdrawal.submit(shown, ignore)
    page.reauthenticate.cancel()
    await settled(page)
    expect(subscriptionOf(page)?.status).toBe('active')
    expect(page.withdrawal.step).toBe(2)
  })

  it('closes the password prompt when the form closes', async () => {
    const page = await atSecondStep()
    page.auth.ageSignIn()
    await page.withdrawal.submit(shown, ignore)
    page.withdrawal.startOver()
    await settled(page)
    expect(page.reauthenticate.isOpen).toBe(false)
    expect(subscriptionOf(page)?.status).toBe('active')
  })

  it('does not ask for the password in a form that was closed before the response', async () => {
    const page = await atSecondStep()
    page.auth.ageSignIn()
    const submitted = page.withdrawal.submit(shown, ignore)
    page.withdrawal.startOver()
    await submitted
    expect(page.reauthenticate.isOpen).toBe(false)
  })

  it('says that the refund period has ended, and shows the plan unchanged', async () => {
    const page = await atSecondStep()
    await page.clock.advance(14 * DAY)
    const conclude = vi.fn<() => void>()
    await page.withdrawal.submit(shown, conclude)
    expect(subscriptionOf(page)).toMatchObject({ status: 'active', withdrawableUntil: null })
    expect(page.withdrawal).toMatchObject({ success: null, refusal: 'withdrawal-over' })
    page.withdrawal.forgetResult()
    expect(page.withdrawal.refusal).toBeNull()
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('says that nothing is left when the server refunds nothing within the refund period', async () => {
    const page = await atSecondStep()
    vi.spyOn(page.adminApi, 'withdraw').mockResolvedValueOnce({ kind: 'withdrawal-over' })
    await page.withdrawal.submit(shown, ignore)
    expect(page.withdrawal).toMatchObject({ success: null, refusal: 'nothing-left' })
  })

  it('says that the plan had already ended', async () => {
    const page = await atSecondStep()
    vi.spyOn(page.adminApi, 'withdraw').mockResolvedValueOnce({ kind: 'ended' })
    const conclude = vi.fn<() => void>()
    await page.withdrawal.submit(shown, conclude)
    expect(page.withdrawal).toMatchObject({ success: null, refusal: 'ended' })
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('keeps the form open through an outage, and refunds once after Retry', async () => {
    const page = await atSecondStep()
    const { withdraw } = page.adminApi
    vi.spyOn(page.adminApi, 'withdraw').mockImplementationOnce(async (...request) => {
      await withdraw(...request)
      throw new PortUnavailable('admin-api', new Error('The connection broke.'))
    })
    const conclude = vi.fn<() => void>()
    await page.withdrawal.submit(shown, conclude)
    expect(page.withdrawal.step).toBe(2)
    expect(conclude).not.toHaveBeenCalled()
    expect(page.notices.all[0]?.text).toMatch(/nothing is refunded twice/)
    page.notices.all[0]?.retry?.()
    await settled(page)
    expect(page.withdrawal.success?.refunded).toEqual(usd(8999))
    expect(page.notices.all).toEqual([])
    expect(conclude).toHaveBeenCalledOnce()
  })

  it('removes Retry when the form closes', async () => {
    const page = await atSecondStep()
    page.adminApi.fail()
    await page.withdrawal.submit(shown, ignore)
    expect(page.notices.all).toHaveLength(1)
    page.withdrawal.startOver()
    expect(page.notices.all).toEqual([])
  })

  it('reports a failure without Retry when the form was closed before the response', async () => {
    const page = await atSecondStep()
    const request = held(page)
    const submitted = page.withdrawal.submit(shown, ignore)
    page.withdrawal.startOver()
    page.adminApi.fail()
    request.letGo()
    await submitted
    expect(page.notices.all).toMatchObject([{ tone: 'error', retry: null }])
  })

  it('still reports the refund when the form was closed before the response', async () => {
    const page = await atSecondStep()
    const request = held(page)
    const submitted = page.withdrawal.submit(shown, ignore)
    page.withdrawal.startOver()
    request.letGo()
    await submitted
    expect(page.withdrawal.success?.refunded).toEqual(usd(8999))
    expect(subscriptionOf(page)?.status).toBe('canceled')
  })

  it('ignores the response after the visitor has signed out', async () => {
    const page = await atSecondStep()
    const request = held(page)
    const submitted = page.withdrawal.submit(shown, ignore)
    await page.leave.signOut()
    request.letGo()
    await submitted
    expect(page.withdrawal.success).toBeNull()
    expect(page.global.signUpData.stripeSubscription).toBeNull()
  })

  it('sends the visitor to sign-in when the session has ended', async () => {
    const page = await atSecondStep()
    page.adminApi.endSession()
    await page.withdrawal.submit(shown, ignore)
    expect(page.global.isSignInNeeded).toBe(true)
    expect(page.notices.all).toEqual([])
  })

  it('says that an attempt is taking long, measured from its own start', async () => {
    const page = await atSecondStep()
    page.adminApi.fail()
    await page.withdrawal.submit(shown, ignore)
    page.adminApi.restore()
    await page.clock.advance(SLOW - 1)
    const request = held(page)
    const submitted = page.withdrawal.submit(shown, ignore)
    await page.clock.advance(1)
    expect(page.withdrawal.isSlow).toBe(false)
    await page.clock.advance(SLOW)
    expect(page.withdrawal.isSlow).toBe(true)
    request.letGo()
    await submitted
    expect(page.withdrawal.isSlow).toBe(false)
  })
})
