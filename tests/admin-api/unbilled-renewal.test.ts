import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkDatabase } from '#admin-api/check/check-database.ts'
import { subscriptions } from '#admin-api/data/schema.ts'
import { endTurn, takeTurn } from '#admin-api/data/turns.ts'
import { isCollected } from '#admin-api/payments/held-invoices.ts'
import { declining, problemOf } from './support/plan-shop.ts'
import type { Person } from './support/plan-shop.ts'
import { startRefundShop } from './support/refund-shop.ts'
import type { RefundShop } from './support/refund-shop.ts'

/** In seconds. */
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

let shop: RefundShop
beforeAll(async () => {
  shop = await startRefundShop()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.reset()
})
afterAll(() => shop.stop())

const cancel = async (person: Person) => {
  const answer = await shop.delete(person.url, { as: person.as })
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

const kindsOf = async (person: Person) => (await shop.causesOf(person)).map(({ kind }) => kind)

type Found = { readonly kind: string; readonly isFixed: boolean; readonly invoiceId?: string }

/** The check's findings about uncharged invoices, `after` hours after the newest event. */
const heldAfter = async (after: number, { fix = false } = {}): Promise<Found[]> => {
  const { created } = (await shop.stripe.events.list({ limit: 1 })).data[0]!
  const { db, stripe } = shop
  const clock = () => new Date((created + after * 60 * MINUTE) * 1000)
  const parts = {
    db,
    stripe,
    graceDays: 7,
    clock,
    log: { warn: () => {}, error: () => {} },
    pauseMs: 0,
  }
  const found: Found[] = []
  for await (const each of checkDatabase({ ...parts, channels: [] }, { fix }))
    if (each.kind === 'invoice-held') found.push(each)
  return found
}

/**
 * A renewal that stays uncollected because a cancellation could neither end the subscription nor
 * release the invoice.
 */
const heldRenewal = async (): Promise<Person> => {
  const person = await shop.subscriber('annual', { inTrial: true })
  await shop.advance(14 * DAY + 10 * MINUTE)
  const down = () =>
    new Stripe.errors.StripeConnectionError({ message: 'Down.', type: 'api_error' })
  const update = shop.stripe.invoices.update.bind(shop.stripe.invoices)
  vi.spyOn(shop.stripe.invoices, 'update').mockImplementation((async (
    ...given: Parameters<typeof update>
  ) => {
    if ((given[1] as Stripe.InvoiceUpdateParams).auto_advance === true) throw down()
    return update(...given)
  }) as typeof update)
  vi.spyOn(shop.stripe.subscriptions, 'cancel').mockRejectedValueOnce(down())
  expect((await shop.delete(person.url, { as: person.as })).statusCode).toBe(503)
  vi.restoreAllMocks()
  await shop.tell(person)
  await shop.advance(2 * 60 * MINUTE)
  expect(await shop.chargesOf(person)).toEqual([])
  return person
}

describe('a renewal that a cancellation has left uncharged', () => {
  test('is reported by the check once it is overdue, and charged after the fix', async () => {
    const person = await heldRenewal()
    expect(await heldAfter(1)).toEqual([])
    expect(await heldAfter(3)).toEqual([
      {
        kind: 'invoice-held',
        isFixed: false,
        userId: expect.any(String),
        subscriptionId: person.id,
        stripeSubscriptionIds: [person.stripeId],
        invoiceId: expect.stringMatching(/^in_/),
      },
    ])
    expect(await heldAfter(3, { fix: true })).toMatchObject([{ isFixed: true }])
    expect(await heldAfter(3)).toEqual([])
    await shop.advance(2 * 60 * MINUTE)
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test('is not charged by the fix while the user is cancelling the plan', async () => {
    const person = await heldRenewal()
    const { id, userId } = (
      await shop.db.select().from(subscriptions).where(eq(subscriptions.id, person.id))
    )[0]!
    const turn = await takeTurn(shop.db, { id, userId }, new Date())
    expect(await heldAfter(3, { fix: true })).toMatchObject([{ isFixed: false }])
    if (turn.kind === 'taken') await endTurn(shop.db, id, turn.until)
    expect((await shop.delete(person.url, { as: person.as })).json().data.status).toBe('canceled')
    expect(await heldAfter(3, { fix: true })).toEqual([])
    await shop.advance(2 * 60 * MINUTE)
    expect(await shop.chargesOf(person)).toEqual([])
  })

  test('is not charged by the fix once the fix has lost its lock', async () => {
    const person = await heldRenewal()
    const retrieve = shop.stripe.invoices.retrieve.bind(shop.stripe.invoices)
    vi.spyOn(shop.stripe.invoices, 'retrieve').mockImplementation((async (
      ...given: Parameters<typeof retrieve>
    ) => {
      const read = await retrieve(...given)
      await shop.db
        .update(subscriptions)
        .set({ planChangeUntil: null })
        .where(eq(subscriptions.id, person.id))
      return read
    }) as typeof retrieve)
    expect(await heldAfter(3, { fix: true })).toMatchObject([{ isFixed: false }])
    await shop.advance(2 * 60 * MINUTE)
    expect(await shop.chargesOf(person)).toEqual([])
    await cancel(person)
  })

  test('is not reported for a subscription that is or was unpaid', async () => {
    await shop.endRetriesWith('unpaid')
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, declining)
    await shop.advance(31 * DAY + 2 * 60 * MINUTE)
    await shop.advance(32 * DAY)
    await shop.advance(32 * DAY)
    await shop.tell(person)
    expect(await shop.statusOf(person)).toBe('unpaid')
    const { data } = await shop.stripe.invoices.list({ status: 'draft', limit: 100 })
    expect(data.filter(({ auto_advance: isOn }) => isOn === false)).not.toEqual([])
    expect(await heldAfter(3)).toEqual([])

    const replaced = await shop.put(
      `${person.url}/payment_method`,
      await shop.takeCard(person.as),
      {
        as: person.as,
        headers: { 'idempotency-key': 'recovered' },
      },
    )
    expect(replaced.json()).toMatchObject({ data: { status: 'active' } })
    const earlier = await shop.stripe.invoices.list({
      subscription: person.stripeId,
      status: 'draft',
    })
    expect(earlier.data).not.toEqual([])
    expect(await heldAfter(3)).toEqual([])
    await shop.endRetriesWith('cancel')
  })

  test('is not expected to be charged when somebody has paused its collection', () => {
    const pause = { behavior: 'keep_as_draft', resumes_at: null } as const
    const subscription = { status: 'active', latest_invoice: 'in_1' } as const
    expect(isCollected({ ...subscription, pause_collection: pause }, 'in_1')).toBe(false)
    expect(isCollected({ ...subscription, pause_collection: null }, 'in_1')).toBe(true)
  })
})

describe('a plan that is cancelled while the invoice of its new period is a draft', () => {
  test('ends immediately after the trial, and nothing is charged', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(await shop.statusOf(person)).toBe('active')
    const cancelled = await cancel(person)
    expect(cancelled).toMatchObject({ status: 'canceled' })
    const again = await shop.delete(person.url, { as: person.as })
    expect(again.json().code).toBe('subscription/ended')

    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toEqual([])
    expect(await shop.statusOf(person)).toBe('canceled')
    await shop.tell(person)
    expect(await kindsOf(person)).toEqual(['subscribed', 'ended'])
  })

  test('ends immediately after a renewal, and only earlier periods have been charged', async () => {
    const person = await shop.subscriber('monthly')
    const { length } = await shop.chargesOf(person)
    const { current_period_end: end } = (await shop.stripe.subscriptions.retrieve(person.stripeId))
      .items.data[0]!
    const { created: now } = (await shop.stripe.events.list({ limit: 1 })).data[0]!
    await shop.advance(end - now + 10 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'canceled' })
    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toHaveLength(length)
    expect(await shop.refundsOf(person)).toEqual([])
  })

  test('runs to the end of its period when the invoice is charged during the cancellation', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    const update = shop.stripe.invoices.update.bind(shop.stripe.invoices)
    vi.spyOn(shop.stripe.invoices, 'update').mockImplementationOnce(
      async (...given: Parameters<typeof update>) => {
        await shop.advance(2 * 60 * MINUTE)
        return update(...given)
      },
    )
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test('ends immediately when the period begins during the cancellation, and nothing is charged', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    const { subscriptions: provider } = shop.stripe
    const update = provider.update.bind(provider)
    vi.spyOn(provider, 'update').mockImplementationOnce((async (
      ...given: Parameters<typeof update>
    ) => {
      await shop.advance(14 * DAY + 10 * MINUTE)
      return update(...given)
    }) as typeof update)
    expect(await cancel(person)).toMatchObject({ status: 'canceled' })
    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toEqual([])
    await shop.tell(person)
    expect(await kindsOf(person)).toEqual(['subscribed', 'ended'])
  })

  test('is still charged when its cancellation fails at the provider', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    vi.spyOn(shop.stripe.subscriptions, 'cancel').mockRejectedValueOnce(
      new Stripe.errors.StripeConnectionError({ message: 'Down.', type: 'api_error' }),
    )
    expect((await shop.delete(person.url, { as: person.as })).statusCode).toBe(503)
    await shop.advance(2 * 60 * MINUTE)
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test.each([
    [
      'is lost',
      () => new Stripe.errors.StripeConnectionError({ message: 'Lost.', type: 'api_error' }),
    ],
    [
      'says that the subscription is gone',
      () =>
        new Stripe.errors.StripeInvalidRequestError({
          message: 'No such subscription.',
          type: 'invalid_request_error',
          code: 'resource_missing',
        }),
    ],
  ])(
    'is not charged when the provider has cancelled it and the response %s',
    async (_what, answer) => {
      const person = await shop.subscriber('annual', { inTrial: true })
      await shop.advance(14 * DAY + 10 * MINUTE)
      const end = shop.stripe.subscriptions.cancel.bind(shop.stripe.subscriptions)
      vi.spyOn(shop.stripe.subscriptions, 'cancel').mockImplementationOnce((async (id: string) => {
        await end(id)
        throw answer()
      }) as typeof end)
      const cancelled = await shop.delete(person.url, { as: person.as })
      await shop.advance(2 * 60 * MINUTE)
      expect(await shop.chargesOf(person)).toEqual([])
      expect(cancelled.json()).toMatchObject({ data: { status: 'canceled' } })
    },
  )

  test('runs to the end of a period that costs nothing', async () => {
    const coupon = await shop.stripe.coupons.create({ percent_off: 100, duration: 'forever' })
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.stripe.subscriptions.update(person.stripeId, { discounts: [{ coupon: coupon.id }] })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  })

  test('runs to the end of its period once the invoice is paid', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 2 * 60 * MINUTE)
    expect(await cancel(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    expect(await shop.refundsOf(person)).toEqual([])
  })
})

describe('a change of plan while the invoice of a new period is a draft', () => {
  const refused = [409, 'subscription/not-changeable']

  test.each([
    ['annual', 'monthly', 14],
    ['monthly', 'annual', 7],
  ] as const)(
    'cannot be previewed until the invoice is charged: from %s to %s',
    async (from, to, trialDays) => {
      const person = await shop.subscriber(from, { inTrial: true })
      await shop.advance(trialDays * DAY + 10 * MINUTE)
      expect(problemOf(await shop.preview(person, to))).toEqual(refused)
      await shop.advance(2 * 60 * MINUTE)
      expect(problemOf(await shop.preview(person, to))).toEqual([200, undefined])
    },
  )

  test('is refused even if it was previewed during the trial', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    const shown = await shop.previewed(person, 'monthly')
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(problemOf(await shop.change(person, shown))).toEqual(refused)
    expect(await cancel(person)).toMatchObject({ status: 'canceled' })
    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toEqual([])
  })

  test('is refused for a stale preview when the period begins just before the change is scheduled', async () => {
    const person = await shop.subscriber('annual')
    const shown = await shop.previewed(person, 'monthly')
    const { current_period_end: end } = (await shop.stripe.subscriptions.retrieve(person.stripeId))
      .items.data[0]!
    const { created: now } = (await shop.stripe.events.list({ limit: 1 })).data[0]!
    const { subscriptionSchedules: schedules } = shop.stripe
    const create = schedules.create.bind(schedules)
    vi.spyOn(schedules, 'create').mockImplementationOnce((async (
      ...given: Parameters<typeof create>
    ) => {
      await shop.advance(end - now + 10 * MINUTE)
      return create(...given)
    }) as typeof create)
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    expect((await shop.stripe.subscriptions.retrieve(person.stripeId)).schedule).toBeNull()
    expect(await cancel(person)).toMatchObject({ status: 'canceled' })
    await shop.advance(2 * DAY)
    expect(await shop.chargesOf(person)).toHaveLength(1)
  })

  test('can be previewed when the period costs nothing', async () => {
    const coupon = await shop.stripe.coupons.create({ percent_off: 100, duration: 'forever' })
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.stripe.subscriptions.update(person.stripeId, { discounts: [{ coupon: coupon.id }] })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(problemOf(await shop.preview(person, 'monthly'))).toEqual([200, undefined])
  })
})

describe('a renewal that is not charged yet when its account is deleted', () => {
  const chargedAfterDeletion = async (person: Person) => {
    // The provider may delete the draft with its customer.
    vi.spyOn(shop.stripe.customers, 'del').mockRejectedValue(new Error('Not now.'))
    expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
    await shop.advance(2 * 60 * MINUTE)
    return shop.chargesOf(person)
  }

  test('is never charged', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    await shop.advance(14 * DAY + 10 * MINUTE)
    expect(await chargedAfterDeletion(person)).toEqual([])
  })

  test('is never charged, even when its period begins during the deletion', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    const { subscriptions: provider } = shop.stripe
    const end = provider.cancel.bind(provider)
    vi.spyOn(provider, 'cancel').mockImplementationOnce((async (
      ...given: Parameters<typeof end>
    ) => {
      await shop.advance(14 * DAY + 10 * MINUTE)
      return end(...given)
    }) as typeof end)
    expect(await chargedAfterDeletion(person)).toEqual([])
  })
})
