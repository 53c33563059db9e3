import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

type Token = { readonly action: string; readonly hostname: string; readonly madeAt: number }

export const sandboxChallenge = { siteKey: 'sandbox', secret: 'sandbox' } as const

const LIFETIME_MS = 120_000
const GOOD_SCORE = 0.9

/** Defines the part of `grecaptcha` that sites use in place of Google's script. */
const script = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const keys = []
  window.grecaptcha = {
    ready: (work) => setTimeout(work),
    render: (place, { sitekey }) => {
      place.textContent = 'protected by reCAPTCHA (sandbox)'
      place.style.cssText = 'font-size: 12px; text-align: center; padding: 8px'
      return keys.push(sitekey) - 1
    },
    execute: async (widget, { action }) => {
      const body = new URLSearchParams({ k: keys[widget], action, hostname: location.hostname })
      const answer = await fetch(origin + '/recaptcha/token', { method: 'POST', body })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()).token
    },
  }
})()
`

/**
 * A local reCAPTCHA v3: GET /recaptcha/api.js for pages, POST /recaptcha/api/siteverify for
 * servers, with tokens that can be checked once, within two minutes. POST /recaptcha/score {score}
 * sets the score of later visitors.
 */
export const addRecaptcha = async (
  server: FastifyInstance,
  now: () => number = Date.now,
): Promise<void> => {
  const tokens = new Map<string, Token>()
  let score = GOOD_SCORE

  const errorsOf = (secret: string | undefined, token: Token | undefined): string[] => {
    if (secret !== sandboxChallenge.secret)
      return [secret ? 'invalid-input-secret' : 'missing-input-secret']
    return token && now() - token.madeAt <= LIFETIME_MS ? [] : ['timeout-or-duplicate']
  }

  await server.register(async (app) => {
    app.removeContentTypeParser('application/x-www-form-urlencoded')
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))))
      },
    )
    // Pages send forms, which need no preflight.
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.header('access-control-allow-origin', '*')
      done()
    })
    app.get('/recaptcha/api.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    )
    app.post<{ Body: { k?: string; action?: string; hostname?: string } }>(
      '/recaptcha/token',
      async ({ body }, reply) => {
        const { k, action = '', hostname = '' } = body
        if (k !== sandboxChallenge.siteKey) return reply.code(400).send('Invalid site key')
        for (const [id, { madeAt }] of tokens) if (now() - madeAt > LIFETIME_MS) tokens.delete(id)
        const token = randomUUID()
        tokens.set(token, { action, hostname, madeAt: now() })
        return { token }
      },
    )
    app.post<{ Body: { secret?: string; response?: string } }>(
      '/recaptcha/api/siteverify',
      async ({ body }) => {
        const token = tokens.get(body.response ?? '')
        const errors = errorsOf(body.secret, token)
        tokens.delete(body.response ?? '')
        if (errors.length > 0 || !token) return { success: false, 'error-codes': errors }
        const { action, hostname, madeAt } = token
        return {
          success: true,
          challenge_ts: new Date(madeAt).toISOString(),
          hostname,
          action,
          score,
        }
      },
    )
    app.post<{ Body: { score: number } }>('/recaptcha/score', async ({ body }) => {
      score = body.score
      return { data: { score } }
    })
  })
}
