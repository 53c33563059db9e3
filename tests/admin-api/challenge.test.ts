import { afterEach, describe, expect, test } from 'vitest'
import { createChallengeCheck } from '#admin-api/auth/challenge.ts'
import type { ChallengeSettings } from '#admin-api/auth/challenge.ts'
import { listen } from '#tests/support/listen.ts'
import { somebody } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'

const settings = { secret: 'a-secret', minScore: 0.5, hostname: 'evenkeel.example' }
const good = { success: true, hostname: 'evenkeel.example', action: 'save_card', score: 0.5 }

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A reCAPTCHA that answers with `status` and `body`, and records its requests. */
const answering = async (body: unknown, status = 200) => {
  const sent: string[] = []
  const { url, close } = await listen((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      sent.push(text)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  stops.push(close)
  const check = (changes: Partial<ChallengeSettings> = {}) =>
    createChallengeCheck({ ...settings, verifyUrl: url, ...changes })
  return { sent, url, check }
}

describe('the check of a challenge', () => {
  test('sends the secret and the token, and nothing about the visitor', async () => {
    const { sent, check } = await answering(good)
    expect(await check()('a-token&secret=x', 'save_card')).toBe(true)
    expect(sent).toEqual(['secret=a-secret&response=a-token%26secret%3Dx'])
  })

  test.each([
    ['a used token', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['a low score', { ...good, score: 0.4 }],
    ['a token for another action', { ...good, action: 'log_in' }],
    ['a token from another site', { ...good, hostname: 'evil.example' }],
    ['no score', { success: true, hostname: good.hostname, action: good.action }],
  ])('fails for %s', async (_, verdict) => {
    const { check } = await answering(verdict)
    expect(await check()('a-token', 'save_card')).toBe(false)
  })

  test.each([
    ['a wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 200],
    ['an outage', good, 500],
    ['a response that is not JSON', '<html>', 200],
    ['a redirect', good, 302],
  ] as const)('is unavailable after %s', async (_, verdict, status) => {
    const { check } = await answering(verdict, status)
    await expect(check()('a-token', 'save_card')).rejects.toMatchObject({
      statusCode: 503,
      code: 'challenge/unavailable',
    })
  })

  test('is unavailable when no connection can be made', async () => {
    const check = createChallengeCheck({ ...settings, verifyUrl: 'http://127.0.0.1:9' })
    await expect(check('a-token', 'save_card')).rejects.toMatchObject({
      code: 'challenge/unavailable',
    })
  })
})

describe('POST setup_intents, with reCAPTCHA configured', () => {
  const startWith = async (verdict: object) => {
    const { url } = await answering(verdict)
    const shop = await startShop({
      environment: {
        RECAPTCHA_SECRET: 'a-secret',
        RECAPTCHA_VERIFY_URL: url,
        SITE_URL: 'https://evenkeel.example',
      },
    })
    stops.push(shop.stop)
    return shop
  }
  const request = { billingEmail: 'visitor@example.com' }

  test('accepts a visitor who passes the challenge', async () => {
    const shop = await startWith(good)
    expect(
      (await shop.post(routes.setupIntents, { ...request, challengeToken: 'a-token' })).statusCode,
    ).toBe(201)
  })

  test('refuses a visitor who fails or sends no token, and creates no customer at the provider', async () => {
    const shop = await startWith({ ...good, score: 0.1 })
    for (const body of [request, { ...request, challengeToken: 'a-token' }]) {
      const answer = await shop.post(routes.setupIntents, body)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'challenge/failed'])
    }
    expect((await shop.stripe.customers.list()).data).toEqual([])
  })

  test('does not ask a signed-in user for a token', async () => {
    const shop = await startWith({ ...good, success: false })
    expect((await shop.post(routes.setupIntents, request, { as: somebody() })).statusCode).toBe(201)
  })
})
