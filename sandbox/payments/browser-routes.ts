/**
 * Serves the browser half: Stripe.js for the page, the frame with the card fields, the bank's test
 * page.
 */
import { readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import type { FastifyInstance } from 'fastify'
import { finishAuthentication } from './resources/authentication.ts'
import type { Sandbox } from './sandbox.ts'

const SCRIPTS = {
  '/v3/stripe.js': 'stripe.ts',
  '/elements/payment.js': 'payment-frame.ts',
  '/3ds/authorize.js': 'authorize-page.ts',
  '/invoices/pay.js': 'invoice-page.ts',
}

const PAGES = {
  '/elements/payment.html': 'payment.html',
  '/3ds/authorize.html': 'authorize.html',
}

const fileOf = (name: string): string => new URL(`./browser/${name}`, import.meta.url).pathname

const bundle = (name: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [fileOf(name)],
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    logLevel: 'silent',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const completeBody = {
  type: 'object',
  additionalProperties: false,
  required: ['intent', 'client_secret', 'passed'],
  properties: {
    intent: { type: 'string' },
    client_secret: { type: 'string' },
    passed: { type: 'boolean' },
  },
} as const

interface CompleteBody {
  intent: string
  client_secret: string
  passed: boolean
}

export const registerBrowserRoutes = (app: FastifyInstance, sandbox: Sandbox): void => {
  const bundles = new Map<string, string>()
  for (const [path, name] of Object.entries(SCRIPTS)) {
    app.get(path, (_request, reply) => {
      const text = bundles.get(name) ?? bundle(name)
      bundles.set(name, text)
      return reply
        .type('text/javascript; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .send(text)
    })
  }
  for (const [path, name] of Object.entries(PAGES)) {
    app.get(path, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .send(readFileSync(fileOf(name), 'utf8')),
    )
  }

  app.post<{ Body: CompleteBody }>(
    '/3ds/complete',
    { schema: { body: completeBody } },
    ({ body }) => {
      const { kind, id, client_secret, returnUrl } = finishAuthentication(
        sandbox,
        body.intent,
        body.client_secret,
        body.passed,
      )
      sandbox.store.save()
      if (returnUrl === null) return { redirectTo: null }
      const url = new URL(returnUrl)
      url.searchParams.set(kind, id)
      url.searchParams.set(`${kind}_client_secret`, client_secret)
      url.searchParams.set('redirect_status', body.passed ? 'succeeded' : 'failed')
      return { redirectTo: url.href }
    },
  )
}
