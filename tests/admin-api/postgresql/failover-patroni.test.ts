import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { startPatroni } from '#tests/support/patroni.ts'
import { createDatabase } from '#tests/support/postgresql.ts'
import { startFleet } from '../support/fleet.ts'
import type { Fleet } from '../support/fleet.ts'
import { startTimeout } from '../support/harness.ts'

/** Seconds. */
const longestOutage = 30
const writers = 8

let cluster: Awaited<ReturnType<typeof startPatroni>>
let fleet: Fleet
const over = new AbortController()
const acknowledged: {
  readonly as: TokenClaims
  readonly firstName: string
  readonly at: number
}[] = []

beforeAll(async () => {
  cluster = await startPatroni()
  const databaseUrl = await createDatabase(cluster.url)
  fleet = await startFleet({ databaseUrl, size: 3 })
}, 2 * startTimeout)

afterAll(async () => {
  over.abort()
  await fleet.stop()
  await cluster.stop()
}, startTimeout)

/** Creates one user after another, and notes whose name the API has acknowledged. */
const write = async (writer: number) => {
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    const uid = `writer-${writer}-${turn}`
    const as = { uid, email: `${uid}@example.com` }
    const firstName = `Ada ${turn}`
    const answer = await fleet
      .call(writer + turn, 'PATCH', '/api/v1/me', { as, body: { firstName } })
      .catch(() => null)
    if (answer?.status === 200) acknowledged.push({ as, firstName, at: Date.now() })
    else await pause(100)
  }
}

test('within 30 s of losing its primary, a Patroni cluster accepts writes, and no acknowledged one is lost', async () => {
  const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await expect.poll(() => acknowledged.length, { timeout: startTimeout }).toBeGreaterThan(100)
  await cluster.killPrimary()
  const killedAt = Date.now()
  const before = acknowledged.length
  await pause((longestOutage + 15) * 1_000)
  over.abort()
  await written

  // What the primary answered before it died may arrive late.
  const outages = acknowledged
    .slice(before - 1)
    .map(({ at }, index, all) => (at - (all[index - 1]?.at ?? at)) / 1_000)
  const outage = Math.max(...outages)
  console.log(
    `${before} users before, ${acknowledged.length - before} since the primary was lost ` +
      `${Math.round((Date.now() - killedAt) / 1_000)} s ago; no write for ${outage.toFixed(1)} s`,
  )
  expect(outage).toBeGreaterThan(1)
  expect(outage).toBeLessThan(longestOutage)
  for (const { as, firstName } of acknowledged) {
    const { body } = await fleet.call(0, 'GET', '/api/v1/me', { as })
    expect(body.data).toMatchObject({ firstName })
  }
  expect(fleet.isWhole()).toBe(true)
}, 600_000)
