import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import {
  countSkewedTokens,
  describeSkew,
  measureClock,
  measureSkew,
  watchClock,
} from '#admin-api/auth/provider-clock.ts'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { createTokenSigner, unsignedToken } from '#tests/support/id-tokens.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import { startApi, startTimeout } from './support/harness.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const at = (shift: number) => () => new Date(Date.now() + shift)
const silent = { error: () => {}, warn: () => {} }

describe('the difference between two clocks', () => {
  test('is what an answer’s date and age say', async () => {
    const said = new Date('2026-11-27T12:00:00Z')
    const server = await listen((_request, response) => {
      response.sendDate = false
      response.setHeader('date', said.toUTCString()).setHeader('age', '60').end()
    })
    const ours = new Date(said.getTime() + day + minute)
    expect(await measureSkew(server.url, () => ours)).toBe(day)
    await server.close()
  })

  test('is unknown where nothing answers, or without a date', async () => {
    const server = await listen((_request, response) => {
      response.sendDate = false
      response.end()
    })
    await expect(measureSkew(server.url, at(0))).rejects.toThrow('does not say what time it is')
    await server.close()
    await expect(measureSkew(server.url, at(0))).rejects.toThrow('fetch failed')
  })

  test.each([
    [0, null],
    [5 * minute, null],
    [-5 * minute, null],
    [6 * minute, '6 min ahead of'],
    [-90 * minute, '90 min behind'],
    [26 * hour, '26 h ahead of'],
  ])('of %d ms is described as %s', (aheadMs, words) => {
    expect(describeSkew(aheadMs)).toBe(words)
  })
})

test(
  'readiness waits for a clock that is right, and only for that',
  async () => {
    const provider = await listen((_request, response) => response.end())
    const watch = watchClock({
      emulatorHost: new URL(provider.url).host,
      clock: at(-day),
      logger: silent,
    })
    let isAsked = false
    const clockAheadMs = () => (isAsked ? watch.aheadMs() : null)
    const api = await startApi({ parts: { clockAheadMs } })
    expect((await api.get('/health/ready')).statusCode).toBe(200)
    await expect.poll(watch.aheadMs).not.toBeNull()
    isAsked = true
    const answer = await api.get('/health/ready')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'health/not-ready',
      detail:
        'This server’s clock is 24 h behind the identity provider’s: no sign-in can be checked.',
    })
    expect((await api.get('/health/live')).statusCode).toBe(200)
    watch.stop()
    await api.stop()
    await provider.close()
  },
  startTimeout,
)

test('an identity provider that does not answer leaves the clock’s state unknown', async () => {
  const lines: string[] = []
  const logger = { ...silent, warn: (_: object, message?: string) => lines.push(message ?? '') }
  const watch = watchClock({ emulatorHost: '127.0.0.1:9', clock: at(0), logger })
  await expect.poll(() => lines).toEqual(['the identity provider was not asked for the time'])
  expect(watch.aheadMs()).toBeNull()
  watch.stop()
})

test('the clock’s difference is a metric once it is known', async () => {
  const metrics = new Registry()
  let known: number | null = null
  measureClock(metrics, () => known)
  expect(await metrics.metrics()).not.toMatch(/^clock_ahead_seconds /m)
  known = -90_500
  expect(await metrics.metrics()).toContain('clock_ahead_seconds -90.5\n')
  known = null
  expect(await metrics.metrics()).not.toMatch(/^clock_ahead_seconds /m)
})

describe('a refused token', () => {
  const projectId = 'demo-evenkeel'
  const skewsOf = async (shift: number, claims: TokenClaims = {}) => {
    const skews: number[] = []
    const signer = await createTokenSigner()
    const options = { projectId, now: at(shift), onSkew: (ms: number) => skews.push(ms) }
    const signed = createTokenVerifier({ ...options, emulatorHost: null, keys: signer.keys })
    const unsigned = createTokenVerifier({ ...options, emulatorHost: '127.0.0.1:9' })
    await signed(await signer.sign(claims)).catch(() => {})
    await unsigned(unsignedToken(claims)).catch(() => {})
    return skews.map((ms) => Math.round(ms / hour))
  }

  test.each([
    ['our clock is a day ahead', day, {}, [23, 23]],
    ['our clock is a day behind', -day, {}, [-24, -24]],
    ['it expired a minute ago', 0, { expiresIn: -60 }, []],
    ['it is for another project', day, { projectId: 'other' }, []],
    ['nothing is wrong', 0, {}, []],
  ])('reports how far ahead our clock seems when %s', async (_when, shift, claims, skews) => {
    expect(await skewsOf(shift, claims)).toEqual(skews)
  })

  test('is counted, and logged once a minute', async () => {
    const metrics = new Registry()
    const lines: object[] = []
    let now = 0
    const count = countSkewedTokens(metrics, {
      clock: () => new Date(now),
      logger: { ...silent, warn: (details: object) => lines.push(details) },
    })
    count(day)
    count(day)
    now = minute
    count(-day)
    expect(lines).toEqual([{ aheadSeconds: 86_400 }, { aheadSeconds: -86_400 }])
    expect(await metrics.metrics()).toContain('id_tokens_refused_by_clock_total 3\n')
  })
})
