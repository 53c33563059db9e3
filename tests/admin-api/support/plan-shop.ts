import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import { notices } from '#admin-api/data/schema.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './harness.ts'
import { agreement, freshKey, routes, startShop } from './shop.ts'

export const declining = 'pm_card_chargeCustomerFail'
export const askingBank = 'pm_card_authenticationRequired'
/** In seconds. */
export const DAY = 24 * 60 * 60

type Preview = {
  readonly id: string
  readonly productId: string
  readonly effective: string
  readonly dueToday: { readonly amount: number; readonly currency: string }
  readonly lines: readonly {
    readonly kind: string
    readonly amount: { readonly amount: number }
  }[]
  readonly nextCharge: { readonly date: string; readonly amount: { readonly amount: number } }
  readonly endingPromotion: { readonly code: string } | null
}

export type Person = {
  readonly as: TokenClaims
  readonly id: string
  readonly stripeId: string
  readonly customer: string
  readonly url: string
}

export const problemOf = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** The API with a payments sandbox, for tests of plan changes. */
export const startPlanShop = async (options: Parameters<typeof startShop>[0] = {}) => {
  const shop = await startShop(options)

  /** Delivers every event about the subscription or its invoices. */
  const tell = async ({ stripeId }: Pick<Person, 'stripeId'>): Promise<void> => {
    const { data } = await shop.stripe.events.list({ limit: 100 })
    for (const event of data.toReversed())
      if (JSON.stringify(event.data.object).includes(stripeId)) await shop.deliver(event)
  }

  const preview = ({ as, url }: Person, productId: string) =>
    shop.post(`${url}/change_preview`, { productId }, { as })

  const previewed = async (person: Person, productId: string): Promise<Preview> => {
    const answer = await preview(person, productId)
    expect(problemOf(answer)).toEqual([200, undefined])
    return answer.json().data as Preview
  }

  const change = (
    { as, url }: Person,
    { id, productId }: Pick<Preview, 'id' | 'productId'>,
    key: string = freshKey(),
    consent?: typeof agreement,
  ) =>
    shop.post(
      `${url}/change`,
      { productId, previewId: id, consent },
      { as, headers: { 'idempotency-key': key } },
    )

  return {
    ...shop,
    tell,
    preview,
    previewed,
    change,
    changedTo: async (person: Person, productId: string) => {
      const answer = await change(person, await previewed(person, productId))
      expect(problemOf(answer)).toEqual([200, undefined])
      return answer.json().data
    },
    current: async ({ as }: Pick<Person, 'as'>) =>
      (await shop.get('/api/v1/me', { as })).json().data.subscription,
    /** A subscriber with a paid plan, or one in its trial. */
    subscriber: async (
      productId: 'monthly' | 'annual' = 'annual',
      { inTrial = false, code }: { inTrial?: boolean; code?: string } = {},
    ): Promise<Person> => {
      const as = somebody()
      const promotion =
        code === undefined ? {} : { promotionCodeId: `promo_sandbox_${code.toLowerCase()}` }
      const order = await shop.order(as, { productId, ...(await shop.takeCard(as)), ...promotion })
      expect(problemOf(order)).toEqual([201, undefined])
      const { id } = order.json().data as { id: string }
      const [{ id: stripeId, customer } = { id: '', customer: '' }] = await shop.subscriptionsOf(as)
      const url = `${routes.subscriptions}/${id}`
      if (!inTrial) {
        await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
        await tell({ stripeId })
      }
      return { as, id, stripeId, customer: String(customer), url }
    },
    payWith: async ({ stripeId, customer }: Person, token: string): Promise<void> => {
      const { id } = await shop.stripe.paymentMethods.attach(token, { customer })
      await shop.stripe.subscriptions.update(stripeId, { default_payment_method: id })
    },
    /** The subscription's invoices that cost anything, newest first. */
    invoicesOf: async ({ stripeId }: Person, status?: 'paid' | 'open' | 'void') => {
      const { data } = await shop.stripe.invoices.list({
        subscription: stripeId,
        limit: 100,
        ...(status && { status }),
      })
      return data.filter(({ total }) => total > 0)
    },
    /** The mails about changes of the plan, oldest first. */
    changesTold: async ({ id }: Person) =>
      (
        await shop.db
          .select()
          .from(notices)
          .where(eq(notices.subscriptionId, id))
          .orderBy(notices.createdAt)
      )
        .map(({ cause }) => cause)
        .filter(({ kind }) => kind === 'plan-changed' || kind === 'resumed'),
    /** The plan that the payment provider has, with its subscription. */
    atProvider: async ({ stripeId }: Person): Promise<[string, Stripe.Subscription]> => {
      const subscription = await shop.stripe.subscriptions.retrieve(stripeId)
      return [subscription.items.data[0]?.price.lookup_key ?? '', subscription]
    },
  }
}

export type PlanShop = Awaited<ReturnType<typeof startPlanShop>>
