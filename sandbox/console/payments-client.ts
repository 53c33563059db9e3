export type Customer = { id: string; email: string | null; name: string | null; created: number }
export type Subscription = {
  id: string
  status: string
  customer: string
  created: number
  trialEnd: number | null
  cancelAtPeriodEnd: boolean
}
export type Invoice = {
  id: string
  status: string
  customer: string
  amountDue: number
  amountPaid: number
  currency: string
  created: number
}
export type Webhook = {
  id: string
  type: string
  url: string
  status: string
  attempts: number
  lastStatus: number | null
}

/**
 * What the payments sandbox holds, newest first. Times are Unix seconds of its clock, amounts minor
 * units.
 */
export type Payments = {
  clock: number
  customers: Customer[]
  subscriptions: Subscription[]
  invoices: Invoice[]
}

export type PaymentsClient = {
  payments: () => Promise<Payments>
  webhooks: () => Promise<Webhook[]>
  /** Moves the sandbox's clock forward. Throws the sandbox's message when it refuses. */
  advanceClock: (seconds: number) => Promise<void>
}

type Listed = { id: string; created: number }
type State = {
  clock: { now: number }
  customers: (Listed & { email: string | null; name: string | null })[]
  subscriptions: (Listed & {
    status: string
    customer: string | { id: string }
    trial_end: number | null
    cancel_at_period_end: boolean
  })[]
  invoices: (Listed & {
    status: string
    customer: string | { id: string }
    amount_due: number
    amount_paid: number
    currency: string
  })[]
}
type Deliveries = {
  deliveries: {
    id: string
    type: string
    url: string
    status: string
    attempts: { status: number | null }[]
  }[]
}

const idOf = (reference: string | { id: string }) =>
  typeof reference === 'string' ? reference : reference.id

/** Talks to the operators' routes of the payments sandbox at `baseUrl`. */
export const createPaymentsClient = (baseUrl: string): PaymentsClient => {
  const ask = async <T>(route: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(`${baseUrl}/_sandbox/${route}`, init)
    if (!answer.ok)
      throw new Error(
        `The payments sandbox answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
      )
    return (await answer.json()) as T
  }

  return {
    payments: async () => {
      const { clock, customers, subscriptions, invoices } = await ask<State>('state')
      return {
        clock: clock.now,
        customers: customers.map(({ id, email, name, created }) => ({ id, email, name, created })),
        subscriptions: subscriptions.map(({ id, status, customer, created, ...rest }) => ({
          id,
          status,
          customer: idOf(customer),
          created,
          trialEnd: rest.trial_end,
          cancelAtPeriodEnd: rest.cancel_at_period_end,
        })),
        invoices: invoices.map(({ id, status, customer, currency, created, ...rest }) => ({
          id,
          status,
          customer: idOf(customer),
          amountDue: rest.amount_due,
          amountPaid: rest.amount_paid,
          currency,
          created,
        })),
      }
    },
    webhooks: async () =>
      (await ask<Deliveries>('webhooks')).deliveries.map(({ id, type, url, status, attempts }) => ({
        id,
        type,
        url,
        status,
        attempts: attempts.length,
        lastStatus: attempts.at(-1)?.status ?? null,
      })),
    advanceClock: async (seconds) => {
      await ask('clock/advance', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds }),
      })
    },
  }
}
