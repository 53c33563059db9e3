import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beliefAnswers } from '#tests/admin-api/support/answers.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'

type Ask = {
  readonly method?: string
  readonly as?: string
  readonly body?: object
}
type Reply = { readonly headers: IncomingHttpHeaders; readonly text: string }

export type Timed = { readonly at: number; readonly ms: number }

type Options = {
  /** The port of nginx. */
  readonly port: number
  readonly ca: string
  /** The home page must show one of these headlines. */
  readonly headlines: () => readonly string[]
  readonly until: AbortSignal
}

/** The pause between two pages of a visitor. */
const thinkMs = 3_000

const types: Readonly<Record<string, RegExp>> = {
  css: /^text\/css/,
  js: /javascript/,
  json: /^application\/json/,
  woff2: /^font\/woff2/,
}

const www = 'www.example.com'
const api = 'api.example.com'

/** What a browser loads with a page: what its HTML and its header `Link` name. */
const filesOf = ({ headers, text }: Reply): readonly string[] => {
  const inHtml = text.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js|json|woff2))"/g)
  const inHeader = String(headers['link'] ?? '').matchAll(/<(\/[^>]+)>/g)
  return [...new Set([...inHtml, ...inHeader].map(([, file = '']) => file))]
}

/** Visitors who keep their connections, as browsers do, and whatever went wrong for them. */
export const createVisitors = ({ port, ca, headlines, until }: Options) => {
  const problems: string[] = []
  const times: Timed[] = []

  const fail = (words: string): never => {
    problems.push(`${new Date().toISOString().slice(11, 23)} ${words}`)
    throw new Error(words)
  }

  const openTab = () => {
    // A browser opens this many connections to one server.
    const agent = new Agent({ keepAlive: true, maxSockets: 6, ca })

    const send = (host: string, path: string, { method = 'GET', as, body }: Ask) =>
      new Promise<Reply & { readonly status: number }>((resolve, reject) => {
        const headers = {
          host,
          'accept-encoding': 'br',
          ...(host === api && { origin: `https://${www}` }),
          ...(as !== undefined && { authorization: `Bearer ${unsignedToken({ uid: as })}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        }
        const sent = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            servername: host,
            path,
            method,
            headers,
            timeout: 30_000,
          },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.once('error', reject)
            answer.once('end', () => {
              const bytes = Buffer.concat(chunks)
              const isPacked = answer.headers['content-encoding'] === 'br'
              const text = String(isPacked ? brotliDecompressSync(bytes) : bytes)
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
            })
          },
        )
        sent.once('timeout', () => sent.destroy(new Error('no answer in 30 s')))
        sent.once('error', reject)
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      })

    const ask = async (host: string, path: string, what: Ask = {}): Promise<Reply> => {
      const name = `${what.method ?? 'GET'} ${host}${path}`
      const at = Date.now()
      const since = performance.now()
      const reply = await send(host, path, what).catch((error: Error) =>
        fail(`${name}: ${error.message}`),
      )
      times.push({ at, ms: performance.now() - since })
      if (reply.status >= 400)
        fail(`${name}: ${reply.status} ${reply.text.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
      return reply
    }

    const askApi = async (path: string, what: Ask = {}): Promise<Record<string, unknown>> => {
      const { text } = await ask(api, path, what)
      return (JSON.parse(text) as { data: Record<string, unknown> }).data
    }

    const loaded = new Set<string>()
    const load = async (file: string): Promise<string> => {
      const { headers, text } = await ask(www, file)
      const type = types[file.split('.').at(-1) ?? '']
      if (text === '' || !type?.test(headers['content-type'] ?? ''))
        fail(`${file}: ${text.length} characters of ${headers['content-type']}`)
      loaded.add(file)
      return text
    }

    const open = async (path: string, words: readonly string[]): Promise<void> => {
      const page = await ask(www, path)
      if (!words.some((each) => page.text.includes(each)))
        fail(`${path} says none of “${words.join('”, “')}”`)
      // Loads all of them, as a browser does, even when one fails.
      const files = await Promise.allSettled(
        filesOf(page)
          .filter((file) => !loaded.has(file))
          .map(load),
      )
      for (const file of files) if (file.status === 'rejected') throw file.reason
    }

    /** Opens the survey, with a question that the site's server has read from the admin API. */
    const openSurvey = () => open('/sign-up/survey', ['intro-picture'])

    return {
      open,
      openSurvey,
      load,
      loaded: (file: string): boolean => loaded.has(file),
      close: () => agent.destroy(),
      /** Walks from the home page to a result in an account. */
      visit: async (uid: string, think: () => Promise<unknown>): Promise<void> => {
        await open('/', headlines())
        await think()
        await openSurvey()
        await think()
        const questions = await askApi('/api/v1/coaching/diagnosis/public/questions?kind=survey')
        if (!Array.isArray(questions['questions'])) fail('There are no questions.')
        const offers = await askApi('/api/v1/iap_subscriptions')
        if (!Array.isArray(offers['products'])) fail('There are no offers.')
        await think()
        const body = { kind: 'money_belief', version: '1', answers: beliefAnswers(3) }
        const result = await askApi('/api/v1/coaching/diagnosis', { method: 'POST', as: uid, body })
        await askApi('/api/v1/me', { method: 'PATCH', as: uid, body: { firstName: uid } })
        const { firstName, diagnoses } = (await askApi('/api/v1/me', { as: uid })) as {
          firstName?: string
          diagnoses?: { moneyBelief?: { id: unknown } }
        }
        if (firstName !== uid || diagnoses?.moneyBelief?.id !== result['id'])
          fail(`The profile of ${uid} is not what was saved.`)
        await think()
      },
    }
  }

  const think = () => pause(thinkMs * (0.5 + Math.random()))
  // The failure has already been recorded.
  const tolerate = (work: Promise<unknown>) => work.catch(() => {})

  return {
    problems,
    times,
    openTab,
    think,
    tolerate,
    /** Visits one after the other, each as somebody else with an empty cache. */
    walk: async (name: string): Promise<void> => {
      await pause(thinkMs * 4 * Math.random())
      for (let turn = 0; !until.aborted; turn += 1) {
        const tab = openTab()
        const since = problems.length
        await tolerate(tab.visit(`${name}-${turn}`, think))
        tab.close()
        if (problems.length > since) await think()
      }
    },
  }
}
