import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addRecaptcha } from '#sandbox/console/recaptcha.ts'

describe('the local reCAPTCHA', () => {
  let server: FastifyInstance
  let now = 0
  beforeEach(async () => {
    now = Date.parse('2026-11-21T12:00:00Z')
    server = fastify()
    await addRecaptcha(server, () => now)
  })
  afterEach(() => server.close())

  const post = async (url: string, fields: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const token = async (): Promise<string> =>
    (
      await post('/recaptcha/token', { k: 'sandbox', action: 'save_card', hostname: 'localhost' })
    ).json().token
  const verify = async (response: string, secret = 'sandbox') =>
    (await post('/recaptcha/api/siteverify', { secret, response })).json()

  it('verifies a token once, with its details', async () => {
    const made = await token()
    expect(await verify(made)).toEqual({
      success: true,
      challenge_ts: '2026-11-21T12:00:00.000Z',
      hostname: 'localhost',
      action: 'save_card',
      score: 0.9,
    })
    expect(await verify(made)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  })

  it('refuses a token after two minutes', async () => {
    const made = await token()
    now += 121_000
    expect(await verify(made)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  })

  it('refuses a wrong secret and a wrong site key', async () => {
    expect(await verify(await token(), 'other')).toEqual({
      success: false,
      'error-codes': ['invalid-input-secret'],
    })
    expect(
      (await post('/recaptcha/token', { k: 'other', action: 'save_card', hostname: 'localhost' }))
        .statusCode,
    ).toBe(400)
  })

  it('scores visitors as configured', async () => {
    await server.inject({ method: 'POST', url: '/recaptcha/score', payload: { score: 0.1 } })
    expect(await verify(await token())).toMatchObject({ success: true, score: 0.1 })
  })
})
