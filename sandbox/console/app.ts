import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { addCollector } from '../collector.ts'
import { funnelsOf } from './funnel.ts'
import { openMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { noticePolicy, renderMissingNotice, renderNotice } from './notice-page.ts'
import { renderPage, renderSections } from './page.ts'
import type { PageData } from './page.ts'
import type { Part } from './parts.ts'
import { addRecaptcha } from './recaptcha.ts'
import { receiveMails } from './received-mails.ts'
import { createPaymentsClient } from './payments-client.ts'

export type ConsoleOptions = {
  siteUrl: string
  /** A folder only for the console's data. */
  folder: string
  /** Unset when identity is a real Firebase project. */
  identity?: { emulatorUrl: string; projectId: string }
  /** Unset when payments go to real Stripe. */
  paymentsUrl?: string
  /**
   * Where the console receives the product's notices by SMTP. Unset: they go to a real mail server.
   */
  mailPort?: number
}

const require = createRequire(import.meta.url)
const secondsADay = 86_400
const remember = 1_000

const assets: Record<string, { type: string; file: string }> = {
  '/console.css': {
    type: 'text/css; charset=utf-8',
    file: new URL('console.css', import.meta.url).pathname,
  },
  '/console.js': {
    type: 'text/javascript; charset=utf-8',
    file: new URL('console.js', import.meta.url).pathname,
  },
  '/fonts/text.woff2': {
    type: 'font/woff2',
    file: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  },
  '/fonts/display.woff2': {
    type: 'font/woff2',
    file: require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'),
  },
}

const partOf = async <T>(ask: (() => Promise<T>) | undefined, what: string): Promise<Part<T>> => {
  if (!ask) return 'elsewhere'
  try {
    return { data: await ask() }
  } catch {
    return { problem: `${what} does not answer. Its log is in the logs folder of DATA_DIR.` }
  }
}

/**
 * The emulator drops a mail once its link has been opened, so it is polled often, even when nobody
 * has the console open.
 */
const keepReading = (server: FastifyInstance, mailbox: Mailbox) => {
  const timer = setInterval(() => {
    void Promise.all([mailbox.mails(), mailbox.textMessages()]).catch(() => undefined)
  }, remember)
  server.addHook('onClose', async () => clearInterval(timer))
}

/**
 * The sandbox console: a page for people at /, the same as JSON for tests (/api/mails?email=,
 * /api/notices?email=, /api/codes, /api/events, /api/funnel, /api/payments, /api/webhooks, POST
 * /api/clock/advance {seconds}), and the collector for analytics and error reports.
 */
export const createConsole = async ({
  siteUrl,
  folder,
  identity,
  paymentsUrl,
  mailPort,
}: ConsoleOptions): Promise<FastifyInstance> => {
  const server = fastify({ forceCloseConnections: true })
  const collected = await addCollector(server, { folder })
  const mailbox = identity && openMailbox({ ...identity, siteUrl, folder })
  const payments = paymentsUrl ? createPaymentsClient(paymentsUrl) : undefined
  if (mailbox) keepReading(server, mailbox)
  const received =
    mailPort === undefined ? undefined : await receiveMails({ port: mailPort, folder })
  if (received) server.addHook('onClose', received.close)

  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )

  await addRecaptcha(server)

  const gather = async (): Promise<PageData> => {
    const [mails, textMessages, paid, webhooks] = await Promise.all([
      partOf(mailbox?.mails, 'The Auth emulator'),
      partOf(mailbox?.textMessages, 'The Auth emulator'),
      partOf(payments?.payments, 'The payments sandbox'),
      partOf(payments?.webhooks, 'The payments sandbox'),
    ])
    return {
      siteUrl,
      mails,
      textMessages,
      notices: received ? { data: received.mails() } : 'elsewhere',
      payments: paid,
      webhooks,
      events: collected.events(),
      errors: collected.errors(),
    }
  }

  server.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderPage(await gather())),
  )
  server.get('/sections', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderSections(await gather())),
  )
  for (const [url, { type, file }] of Object.entries(assets)) {
    server.get(url, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(readFileSync(file)),
    )
  }
  server.get('/health', async () => ({ data: 'ready' }))

  server.get<{ Querystring: { email?: string } }>('/api/mails', async ({ query }) => {
    const email = query.email?.toLowerCase()
    const mails = (await mailbox?.mails()) ?? []
    return { data: email ? mails.filter(({ to }) => to.toLowerCase() === email) : mails }
  })
  server.get<{ Querystring: { email?: string } }>('/api/notices', async ({ query }) => {
    const email = query.email?.toLowerCase()
    const mails = received?.mails() ?? []
    return { data: email ? mails.filter(({ to }) => to.toLowerCase() === email) : mails }
  })
  server.get<{ Params: { id: string } }>('/notices/:id', async ({ params }, reply) => {
    const mail = received?.mails().find(({ id }) => id === params.id)
    reply.type('text/html; charset=utf-8').header('content-security-policy', noticePolicy)
    return mail ? reply.send(renderNotice(mail)) : reply.code(404).send(renderMissingNotice())
  })
  server.get('/api/codes', async () => ({ data: (await mailbox?.textMessages()) ?? [] }))
  server.get('/api/events', async () => ({
    data: { events: collected.events(), errors: collected.errors() },
  }))
  server.get('/api/funnel', async () => ({ data: funnelsOf(collected.events()) }))
  server.get('/api/payments', async () => ({ data: (await payments?.payments()) ?? null }))
  server.get('/api/webhooks', async () => ({ data: (await payments?.webhooks()) ?? [] }))

  const advanceClock = async (seconds: number) => {
    if (!payments)
      throw Object.assign(new Error('Payments go to real Stripe: its clock cannot be moved.'), {
        statusCode: 409,
      })
    if (!Number.isInteger(seconds) || seconds <= 0) {
      throw Object.assign(new Error('seconds must be a whole number above 0'), { statusCode: 422 })
    }
    await payments.advanceClock(seconds)
  }
  server.post<{ Body: { seconds?: number } | undefined }>(
    '/api/clock/advance',
    async ({ body }) => {
      await advanceClock(Number(body?.seconds))
      return { data: (await payments?.payments())?.clock }
    },
  )
  server.post<{ Body: { days?: string } | undefined }>('/clock', async (request, reply) => {
    await advanceClock(Number(request.body?.days) * secondsADay)
    return reply.redirect('/#payments', 303)
  })

  return server
}

export const consoleFolder = (dataDir: string) => path.join(dataDir, 'console')
