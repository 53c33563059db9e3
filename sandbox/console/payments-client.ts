type JsonObject = Record<string, unknown>

export type Customer = { id: string; email: string | null; name: string | null; created: number }
export type Subscription = {
  id: string
  status: string
  customer: string
  created: number
  trialEnd: number | null
  cancelAtPeriodEnd: boolean
}
export type Invoice = { id: string; status: string; customer: string; amountDue: number; amountPaid: number; currency: string; created: number }
export type Webhook = { id: string; type: string; url: string; status: string; attempts: number; lastStatus: number | null }

/** What the payments sandbox holds, newest first. Times are Unix seconds of its clock, amounts minor units. */
export type Payments = { clock: number; customers: Customer[]; subscriptions: Subscription[]; invoices: Invoice[] }

export type PaymentsClient = {
  payments: () => Promise<Payments>
  webhooks: () => Promise<Webhook[]>
  /** Moves the sandbox's clock on. Throws with the sandbox's own words when it refuses. */
  advanceClock: (seconds: number) => Promise<void>
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

/** The records of a collection, whether it is a list or keyed by id, newest first. */
const recordsOf = (collection: unknown): JsonObject[] => {
  const records = isObject(collection) ? Object.values(collection).filter((each) => isObject(each)) : []
  return records.toSorted((one, other) => Number(other['created'] ?? 0) - Number(one['created'] ?? 0))
}
const textOf = (value: unknown) => (isObject(value) ? String(value['id'] ?? '') : String(value ?? ''))
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** Talks to the operators' routes of the payments sandbox at `baseUrl`. */
export const createPaymentsClient = (baseUrl: string): PaymentsClient => {
  const ask = async (route: string, init?: RequestInit): Promise<JsonObject> => {
    const answer = await fetch(`${baseUrl}/_sandbox/${route}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The payments sandbox answered ${answer.status}: ${text.slice(0, 200)}`)
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return isObject(value) ? value : {}
  }

  return {
    payments: async () => {
      const state = await ask('state')
      return {
        clock: numberOf(state['now']) ?? Math.floor(Date.now() / 1000) + (numberOf(state['clockOffset']) ?? 0),
        customers: recordsOf(state['customers']).map((each) => ({
          id: textOf(each['id']),
          email: each['email'] ? textOf(each['email']) : null,
          name: each['name'] ? textOf(each['name']) : null,
          created: Number(each['created']),
        })),
        subscriptions: recordsOf(state['subscriptions']).map((each) => ({
          id: textOf(each['id']),
          status: textOf(each['status']),
          customer: textOf(each['customer']),
          created: Number(each['created']),
          trialEnd: numberOf(each['trial_end']),
          cancelAtPeriodEnd: each['cancel_at_period_end'] === true,
        })),
        invoices: recordsOf(state['invoices']).map((each) => ({
          id: textOf(each['id']),
          status: textOf(each['status']),
          customer: textOf(each['customer']),
          amountDue: Number(each['amount_due'] ?? 0),
          amountPaid: Number(each['amount_paid'] ?? 0),
          currency: textOf(each['currency']),
          created: Number(each['created']),
        })),
      }
    },
    webhooks: async () => {
      const answer = await ask('webhooks')
      const deliveries = Array.isArray(answer) ? answer : (answer['data'] ?? answer['deliveries'] ?? answer)
      return recordsOf(deliveries).map((each) => {
        const attempts = Array.isArray(each['attempts']) ? (each['attempts'] as JsonObject[]) : []
        return {
          id: textOf(each['id']),
          type: textOf(each['type']),
          url: textOf(each['url']),
          status: textOf(each['status']),
          attempts: attempts.length,
          lastStatus: numberOf(attempts.at(-1)?.['status']),
        }
      })
    },
    advanceClock: async (seconds) => {
      await ask('clock/advance', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds }),
      })
    },
  }
}
