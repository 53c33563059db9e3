import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import {
  countSkewedTokens,
  describeSkew,
  measureProviderWatch,
  measureSkew,
  watchProvider,
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
  test('is calculated from the date and age of a response', async () => {
    const said = new Date('2026-11-27T12:00:00Z')
    const server = await listen((_request, response) => {
      response.sendDate = false
      response.setHeader('date', said.toUTCString()).setHeader('age', '60').end()
    })
    const ours = new Date(said.getTime() + day + minute)
    expect(await measureSkew(server.url, () => ours)).toBe(day)
    await server.close()
  })

  test('is unknown when no server responds, or the response has no date', async () => {
    const server = await listen((_request, response) => {
      response.sendDate = false
      response.end()
    })
    await expect(measureSkew(server.url, at(0))).rejects.toThrow('does not say what time it is')
    await server.close()
    await expect(measureSkew(server.url, at(0))).rejects.toThrow('fetch failed')
  })

  test('is unknown when the response is a server error', async () => {
    const server = await listen((_request, response) => response.writeHead(503).end())
    await expect(measureSkew(server.url, at(0))).rejects.toThrow('answers 503')
    await server.close()
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
  'the server is not ready, but live, while its clock is known to be wrong',
  async () => {
    const provider = await listen((_request, response) => response.end())
    const watch = watchProvider({
      emulatorHost: new URL(provider.url).host,
      clock: at(-day),
      logger: silent,
    })
    let isAsked = false
    const identityProvider = { ...watch, aheadMs: () => (isAsked ? watch.aheadMs() : null) }
    const api = await startApi({ parts: { identityProvider } })
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

describe('an identity provider that does not answer', () => {
  const unreachable = { emulatorHost: '127.0.0.1:9', clock: at(0) }

  test('is logged, and leaves the clock’s state unknown', async () => {
    const lines: string[] = []
    const warn = (_: object, message?: string) => void lines.push(message ?? '')
    const watch = watchProvider({ ...unreachable, logger: { ...silent, warn } })
    expect(watch.isReached()).toBeNull()
    await expect.poll(() => lines).toEqual(['the identity provider does not answer'])
    expect([watch.aheadMs(), watch.isReached()]).toEqual([null, false])
    watch.stop()
  })

  test('is reported by the readiness check, which still returns 200', async () => {
    const watch = watchProvider({ ...unreachable, logger: silent })
    const api = await startApi({ parts: { identityProvider: watch } })
    await expect
      .poll(async () => (await api.get('/health/ready')).json())
      .toEqual({ data: { status: 'ok', identityProvider: false } })
    watch.stop()
    await api.stop()
  })
})

test('the metrics show the clock’s error and whether the identity provider is up only once known', async () => {
  const metrics = new Registry()
  let known: number | null = null
  let reached: boolean | null = null
  measureProviderWatch(metrics, { aheadMs: () => known, isReached: () => reached })
  const unknown = /^(?:clock_ahead_seconds|identity_provider_up) /m
  expect(await metrics.metrics()).not.toMatch(unknown)
  known = -90_500
  reached = true
  expect(await metrics.metrics()).toContain('clock_ahead_seconds -90.5\n')
  expect(await metrics.metrics()).toContain('identity_provider_up 1\n')
  reached = false
  expect(await metrics.metrics()).toContain('identity_provider_up 0\n')
  known = null
  reached = null
  expect(await metrics.metrics()).not.toMatch(unknown)
})

describe('the verification of a token', () => {
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
  ])(
    'reports a difference between the clocks only if it may explain a refusal: %s',
    async (_when, shift, claims, skews) => {
      expect(await skewsOf(shift, claims)).toEqual(skews)
    },
  )

  test('counts refusals due to the clock, and logs them at most once a minute', async () => {
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
