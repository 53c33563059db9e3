import type { Subscription } from '#core/model/subscription.ts'
import type { Records } from './records.ts'
import type { Visitor } from './visitor.ts'

type Charge = {
  readonly id: string
  readonly amount: number
  readonly amount_refunded: number
  readonly status: string
  readonly disputed: boolean
}

type Entitlement = {
  readonly expires_date: string
  readonly grace_period_expires_date: string | null
}
type Subscriber = {
  readonly entitlements: { readonly coaching?: Entitlement }
  readonly subscriptions: Readonly<
    Record<
      string,
      { readonly unsubscribe_detected_at: string | null; readonly refunded_at: string | null }
    >
  >
}

type Person = Pick<Visitor, 'email' | 'password'>

/** What the payment provider charged, without the attempts that failed. */
export const paidBy = async (records: Records, { email }: Person): Promise<readonly Charge[]> => {
  const customers = new Set((await records.subscriptions(email)).map(({ customer }) => customer))
  const charged = await Promise.all(
    [...customers].map((customer) =>
      records.provider<{ data: Charge[] }>(`/v1/charges?limit=100&customer=${customer}`),
    ),
  )
  return charged.flatMap(({ data }) => data).filter(({ status }) => status === 'succeeded')
}

/** From now on the plan is charged to the provider's test card with this token. */
export const chargeTo = async (
  records: Records,
  { email }: Person,
  token: string,
): Promise<void> => {
  const [subscription] = await records.subscriptions(email)
  const card = await records.provider<{ id: string }>(`/v1/payment_methods/${token}/attach`, {
    body: { customer: subscription?.customer ?? '' },
  })
  await records.provider(`/v1/subscriptions/${subscription?.id}`, {
    body: { default_payment_method: card.id },
  })
}

/** The plan as its owner's account shows it. */
export const subscriptionOf = async (
  records: Records,
  { email, password }: Person,
): Promise<Subscription | null> => (await records.profile(email, password)).subscription

/** What the app is told about the plan. */
export const subscriberOf = async (
  records: Records,
  { email, password }: Person,
): Promise<Subscriber> => {
  const headers = { Authorization: `Bearer ${await records.idToken(email, password)}` }
  const { subscriber } = await records.ask<{ subscriber: Subscriber }>('iap_subscriptions', {
    headers,
  })
  return subscriber
}

/** Whether the plan gives access to the app now, by the payment provider's clock. */
export const isEntitled = async (records: Records, person: Person): Promise<boolean> => {
  const { coaching } = (await subscriberOf(records, person)).entitlements
  const { now } = await records.provider<{ now: number }>('/_sandbox/clock')
  return [coaching?.expires_date, coaching?.grace_period_expires_date].some(
    (end) => end != null && Date.parse(end) > now * 1000,
  )
}

/** Subjects of the admin API's mails to the person, the newest first. */
export const subjectsTo = async (records: Records, { email }: Person): Promise<readonly string[]> =>
  (await records.notices(email)).map(({ subject }) => subject)
