import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import type { ReceivedMail } from '#tests/support/smtp-server.ts'
import { beliefAnswers } from './answers.ts'
import type { Answer, Call, Fleet } from './fleet.ts'
import { agreement, routes } from './shop.ts'

/**
 * How long a call is retried, in milliseconds. The lock of a killed process has to expire, and the
 * next process may be killed, too.
 */
const longestPatience = 240_000

export type Finished = {
  readonly as: TokenClaims & { readonly email: string }
  readonly firstName: string
  readonly diagnosis: Record<string, unknown>
  readonly subscription: Record<string, unknown>
  readonly isCancelled: boolean
}

type Options = {
  readonly fleet: Fleet
  /** The process that a call tries first. */
  readonly first: () => number
  /** Called after each attempt; `answer` is null when there was none. */
  readonly onAttempt: (member: number, answer: Answer | null, call: string) => void
}

const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

const acknowledged = (answer: Answer, ...statuses: number[]) => {
  if (!statuses.includes(answer.status))
    throw new Error(
      `${answer.status} ${JSON.stringify(answer.body)} is none of ${String(statuses)}`,
    )
  return answer.body.data!
}

/** Users who complete the whole journey, whatever happens to the processes. */
export const createTravellers = ({ fleet, first, onAttempt }: Options) => {
  /** Retries a call as the site does, at any process, until an answer is final. */
  const insist = async (method: string, path: string, call: Call): Promise<Answer> => {
    const until = Date.now() + longestPatience
    for (let turn = first(); ; turn += 1) {
      const answer = await fleet.call(turn, method, path, call).catch(() => null)
      onAttempt(turn % fleet.urls.length, answer, `${method} ${path}`)
      const isFinal =
        answer !== null && answer.status < 500 && answer.body.code !== 'subscription/in-progress'
      if (isFinal) return answer
      if (Date.now() > until) throw new Error(`${method} ${path} never had an answer`)
      await pause(20)
    }
  }

  return {
    /**
     * Completes a journey from the first answers to the paid subscription. Everything that the API
     * acknowledged on the way must exist in the end.
     */
    travel: async (number: number): Promise<Finished> => {
      const as = { uid: `traveller-${number}`, email: `traveller-${number}@example.com` }
      const firstName = `Traveller ${number}`
      acknowledged(await insist('PATCH', '/api/v1/me', { as, body: { firstName } }), 200)
      const body = { kind: 'money_belief', version: '1', answers: beliefAnswers(1 + (number % 6)) }
      const diagnosis = acknowledged(
        await insist('POST', '/api/v1/coaching/diagnosis', { as, body }),
        200,
        201,
      )
      const intent = acknowledged(
        await insist('POST', routes.setupIntents, { as, body: { billingEmail: as.email } }),
        201,
      )
      const card = await fleet.confirm(String(intent['id']))
      const order = {
        productId: number % 2 === 0 ? 'annual' : 'monthly',
        ...card,
        journey: 'sign-up',
        consent: agreement,
      }
      const headers = { 'idempotency-key': `journey-${number}` }
      const subscription = acknowledged(
        await insist('POST', routes.subscriptions, { as, body: order, headers }),
        200,
        201,
      )
      if (number % 5 === 0) {
        acknowledged(
          await insist('DELETE', `${routes.subscriptions}/${String(subscription['id'])}`, { as }),
          200,
        )
      }
      return { as, firstName, diagnosis, subscription, isCancelled: number % 5 === 0 }
    },

    /** Reads the account of a user who has finished. */
    look: ({ as }: Finished) => insist('GET', '/api/v1/me', { as }),

    /**
     * Expects that everything acknowledged exists and nobody was charged twice. Returns the number
     * of charges.
     */
    expectKept: async (finished: readonly Finished[]): Promise<number> => {
      const bought = new Map<string, Stripe.Subscription[]>()
      for (const each of await all(
        fleet.stripe.subscriptions.list({ status: 'all', limit: 100 }),
      )) {
        const userId = each.metadata['user_id'] ?? ''
        bought.set(userId, [...(bought.get(userId) ?? []), each])
      }
      const invoices = await all(fleet.stripe.invoices.list({ limit: 100 }))
      expect(new Set(invoices.map(({ customer }) => String(customer))).size).toBe(invoices.length)

      for (const { as, firstName, diagnosis, subscription, isCancelled } of finished) {
        const profile = acknowledged(await insist('GET', '/api/v1/me', { as }), 200)
        expect(profile).toMatchObject({
          firstName,
          diagnoses: { moneyBelief: { id: diagnosis['id'] } },
          subscription: {
            id: subscription['id'],
            status: 'trialing',
            cancelAtPeriodEnd: isCancelled,
          },
        })
        expect(bought.get(String(profile['id']))).toHaveLength(1)
      }
      return invoices.length
    },
  }
}

/** Recipient and subject of each mail. A mail that was sent twice has the same id both times. */
export const distinctMails = (received: readonly ReceivedMail[]): readonly string[] => [
  ...new Map(
    received.map(({ id, to, subject }) => [id, `${to}: ${subject.split(':')[0]}`]),
  ).values(),
]

/** The mails that follow from finished journeys, in the same form. */
export const mailsOf = (finished: readonly Finished[]): readonly string[] =>
  finished.flatMap(({ as: { email }, isCancelled }) => [
    `${email}: Your free trial has started`,
    ...(isCancelled ? [`${email}: Your plan is cancelled`] : []),
  ])
