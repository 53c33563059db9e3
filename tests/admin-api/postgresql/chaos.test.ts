import { setTimeout as pause } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/postgresql.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { beliefAnswers } from '../support/answers.ts'
import { startFleet } from '../support/fleet.ts'
import type { Answer, Call, Fleet } from '../support/fleet.ts'
import { agreement, routes } from '../support/shop.ts'

/** `PROOF=full`, or a sample. */
const isFull = process.env['PROOF'] === 'full'
const journeys = isFull ? 500 : 12
const atOnce = 6
const size = 3
const seed = Number(process.env['PROOF_SEED'] ?? 20_261)
const random = seededRandom(seed)

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let fleet: Fleet
beforeAll(async () => {
  smtp = await startSmtpServer()
  fleet = await startFleet({
    databaseUrl: await createDatabase(inject('postgresqlUrl')!),
    size,
    webhooks: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'hello@evenkeel.example' },
  })
})
afterAll(async () => {
  await fleet.stop()
  await smtp.stop()
})

/** Recipient and subject of each mail: one that was sent twice has one id. */
const mails = (): readonly string[] => [
  ...new Map(
    smtp.received.map(({ id, to, subject }) => [id, `${to}: ${subject.split(':')[0]}`]),
  ).values(),
]

/** A mail that a killed process had in hand is sent minutes later. */
const mailPatience = isFull ? 1_800_000 : 300_000

/** A turn that a killed process had taken has to run out, and the next may be killed too. */
const longestPatience = 240_000
/**
 * The lifetime of a process in answers: in seconds, processes on a busy machine would start and die
 * without answering.
 */
const longestLife = isFull ? 30 : 8
const answered = Array.from({ length: size }, () => 0)
let repeats = 0

/** Retries a call as the site does, at any process, until an answer is final. */
const insist = async (method: string, path: string, call: Call): Promise<Answer> => {
  const until = Date.now() + longestPatience
  for (let turn = random.below(size); ; turn += 1) {
    const answer = await fleet.call(turn, method, path, call).catch(() => null)
    if (answer !== null) answered[turn % size]! += 1
    const isFinal =
      answer !== null && answer.status < 500 && answer.body.code !== 'subscription/in-progress'
    if (isFinal) return answer
    if (Date.now() > until) throw new Error(`${method} ${path} never had an answer`)
    repeats += 1
    await pause(20)
  }
}

const acknowledged = (answer: Answer, ...statuses: number[]) => {
  if (!statuses.includes(answer.status))
    throw new Error(
      `${answer.status} ${JSON.stringify(answer.body)} is none of ${String(statuses)}`,
    )
  return answer.body.data!
}

/**
 * One journey from the first answers to the paid subscription. What was acknowledged must exist in
 * the end.
 */
const travel = async (number: number) => {
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
}

const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

test(
  `${journeys} journeys are finished, charged once, told of once and kept while processes are killed`,
  async () => {
    const over = new AbortController()
    let kills = 0
    // Each process is killed independently, so that at times none is left.
    const killing = Promise.all(
      Array.from({ length: size }, async (_, member) => {
        for (;;) {
          const last = answered[member]! + 1 + random.below(longestLife)
          while (answered[member]! < last && !over.signal.aborted) await pause(random.below(20))
          if (over.signal.aborted) return
          await fleet.crash(member)
          kills += 1
        }
      }),
    )

    let next = 0
    const finished: Awaited<ReturnType<typeof travel>>[] = []
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let number = next++; number < journeys; number = next++)
          finished.push(await travel(number))
      }),
    ).finally(() => over.abort())
    await killing

    expect(finished).toHaveLength(journeys)
    const bought = new Map<string, Stripe.Subscription[]>()
    for (const each of await all(fleet.stripe.subscriptions.list({ status: 'all', limit: 100 }))) {
      const userId = each.metadata['user_id'] ?? ''
      bought.set(userId, [...(bought.get(userId) ?? []), each])
    }
    const invoices = await all(fleet.stripe.invoices.list({ limit: 100 }))
    expect(new Set(invoices.map(({ customer }) => String(customer))).size).toBe(invoices.length)
    expect(invoices).toHaveLength(journeys)

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
    const causes = finished.flatMap(({ as: { email }, isCancelled }) => [
      `${email}: Your free trial has started`,
      ...(isCancelled ? [`${email}: Your plan is cancelled`] : []),
    ])
    await expect
      .poll(() => mails().length, { timeout: mailPatience, interval: 500 })
      .toBeGreaterThanOrEqual(causes.length)
    expect(mails().toSorted()).toEqual(causes.toSorted())
    expect(smtp.received.length - causes.length).toBeLessThanOrEqual(kills)
    expect(kills).toBeGreaterThanOrEqual(Math.floor(journeys / 10))
    if (isFull)
      console.log(
        `seed ${seed}: ${journeys} journeys, ${kills} kills, ${repeats} repeated calls, ${invoices.length} invoices, ${smtp.received.length} mails for ${causes.length} causes`,
      )
  },
  isFull ? 5_400_000 : 600_000,
)
