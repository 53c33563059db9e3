import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '#tests/support/postgresql.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { startFleet } from '../support/fleet.ts'
import type { Fleet } from '../support/fleet.ts'
import { createTravellers, distinctMails, mailsOf } from '../support/travellers.ts'
import type { Finished } from '../support/travellers.ts'

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

const mails = () => distinctMails(smtp.received)

/** A mail that a killed process was about to send is sent minutes later. */
const mailPatience = isFull ? 1_800_000 : 300_000

/**
 * The longest life of a process, counted in responses. If it were counted in seconds, processes on
 * a busy machine would be killed before their first response.
 */
const longestLife = isFull ? 30 : 8
const answered = Array.from({ length: size }, () => 0)

test(
  `while processes are killed, ${journeys} journeys finish without losing data, charging or mailing twice`,
  async () => {
    const over = new AbortController()
    let kills = 0
    let failures = 0
    const travellers = createTravellers({
      fleet,
      first: () => random.below(size),
      onAttempt: (member, answer) => {
        if (answer === null || answer.status >= 500) failures += 1
        if (answer !== null) answered[member]! += 1
      },
    })
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
    const finished: Finished[] = []
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let number = next++; number < journeys; number = next++)
          finished.push(await travellers.travel(number))
      }),
    ).finally(() => over.abort())
    await killing

    expect(finished).toHaveLength(journeys)
    expect(await travellers.expectKept(finished)).toBe(journeys)
    const causes = mailsOf(finished)
    await expect
      .poll(() => mails().length, { timeout: mailPatience, interval: 500 })
      .toBeGreaterThanOrEqual(causes.length)
    expect(mails().toSorted()).toEqual(causes.toSorted())
    expect(smtp.received.length - causes.length).toBeLessThanOrEqual(kills)
    expect(kills).toBeGreaterThanOrEqual(Math.floor(journeys / 10))
    if (isFull)
      console.log(
        `seed ${seed}: ${journeys} journeys, ${kills} kills, ${failures} failed calls, ${smtp.received.length} mails for ${causes.length} causes`,
      )
  },
  isFull ? 5_400_000 : 600_000,
)
