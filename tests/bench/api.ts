/**
 * `npm run bench:api`: the cost of the admin API's routes compared with the floor on the same
 * machine, in one run, and whether its memory stays flat. Rounds of all targets alternate, so that
 * noise on the machine affects all; the results are medians over the rounds. Exits with 1 when a
 * bar is missed. `--rounds=5 --seconds=4 --connections=10 --requests=200000` (the requests are for
 * the memory; 0 skips it).
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { findFreePorts } from '#sandbox/ports.ts'
import { beliefAnswers, surveyAnswers } from '#tests/admin-api/support/answers.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { createDatabase, startPostgresql } from '#tests/support/postgresql.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'
import { median } from './statistics.ts'

const {
  rounds,
  seconds: duration,
  connections,
  requests: memoryRequests,
} = readOptions({
  rounds: { usual: 5 },
  seconds: { usual: 4 },
  connections: { usual: 10 },
  requests: { usual: 200_000, least: 0 },
})

/**
 * `ratio`: the least acceptable share of the floor's requests per second. The p99 may be three
 * times the floor's.
 */
type Target = {
  readonly name: string
  readonly ratio?: number
  readonly request: autocannon.Options
}
type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number }

const root = path.resolve(import.meta.dirname, '../..')
const children: ChildProcess[] = []
/** Collects all garbage on request, so that the resident memory is what the process keeps. */
const collectable = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2", () => gc())',
]
const run = (entry: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn(
    process.execPath,
    [...collectable, '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', entry],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'], ...environment },
    },
  )
  children.push(child)
  return child
}
const answers = async (url: string, options?: RequestInit): Promise<Response> => {
  for (let turn = 0; turn < 300; turn += 1) {
    const answer = await fetch(url, options).catch(() => null)
    if (answer?.ok === true) return answer
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}

const load = async (options: autocannon.Options): Promise<Measured> => {
  const { requests, latency, non2xx, errors } = await autocannon({ connections, ...options })
  if (non2xx + errors > 0)
    throw new Error(`${options.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

/** The verdict on a bar; one that is missed fails the run. */
const verdict = (met: boolean): string => {
  if (!met) process.exitCode = 1
  return met ? 'met' : 'MISSED'
}

const payments = await createPaymentsServer()
await payments.listen({ host: '127.0.0.1', port: 0 })
const postgresql = await startPostgresql()
try {
  const databaseUrl = await createDatabase(postgresql.url)
  const [apiPort, floorPort] = await findFreePorts(2)
  const api = `http://localhost:${apiPort}`
  const unlimited = '1000000'
  const server = run('admin-api/server.ts', {
    DATABASE_URL: databaseUrl,
    ADMIN_API_PORT: String(apiPort),
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
    STRIPE_API_BASE: `http://127.0.0.1:${(payments.server.address() as AddressInfo).port}`,
    CATALOGUE_TTL_MS: '3600000',
    REVOCATION_CHECK_SECONDS: '0',
    RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited,
    RATE_LIMIT_USER_PER_MINUTE: unlimited,
    RATE_LIMIT_SETUP_INTENT_PER_MINUTE: unlimited,
    RATE_LIMIT_SETUP_INTENT_PER_HOUR: unlimited,
    RATE_LIMIT_EXPORT_PER_HOUR: unlimited,
    RATE_LIMIT_PAYMENT_PER_HOUR: unlimited,
    NODE_ENV: 'test',
  })
  await answers(`${api}/health/ready`)
  run('tests/bench/floor.ts', { DATABASE_URL: databaseUrl, PORT: String(floorPort) })

  const json = { 'content-type': 'application/json' }
  const survey = { kind: 'survey', version: '1', answers: surveyAnswers }
  const belief = { kind: 'money_belief', version: '1', answers: beliefAnswers(4) }
  const people = Array.from({ length: 200 }, (_, person) => `person-${person}`)
  const signedIn = people.map((uid) => ({
    authorization: `Bearer ${unsignedToken({ uid, expiresIn: 86_400 })}`,
  }))
  const diagnosis = `${api}/api/v1/coaching/diagnosis`
  for (const headers of signedIn) {
    for (const body of [survey, belief]) {
      await answers(diagnosis, {
        method: 'POST',
        headers: { ...headers, ...json },
        body: JSON.stringify(body),
      })
    }
  }

  /** The request as each signed-in person, in turn. */
  const asEach = (url: string, request: autocannon.Request = {}): autocannon.Options => ({
    url,
    requests: signedIn.map((headers) => ({
      ...request,
      headers: { ...headers, ...request.headers },
    })),
  })
  const withBody = (method: 'PATCH' | 'POST', body: object): autocannon.Request => ({
    method,
    headers: json,
    body: JSON.stringify(body),
  })
  const targets: Target[] = [
    {
      name: 'floor',
      request: {
        url: `http://127.0.0.1:${floorPort}`,
        requests: people.map((uid) => ({ path: `/${uid}` })),
      },
    },
    { name: 'GET me', ratio: 0.7, request: asEach(`${api}/api/v1/me`) },
    {
      name: 'GET questions',
      ratio: 0.7,
      request: { url: `${diagnosis}/public/questions?kind=survey` },
    },
    {
      name: 'POST calculate',
      ratio: 0.5,
      request: { url: `${diagnosis}/public/calculate`, ...withBody('POST', survey) },
    },
    {
      name: 'PATCH me',
      request: asEach(`${api}/api/v1/me`, withBody('PATCH', { firstName: 'Ada' })),
    },
    { name: 'GET export', request: asEach(`${api}/api/v1/me/export`) },
    { name: 'GET diagnosis', request: asEach(diagnosis) },
    { name: 'POST diagnosis', request: asEach(diagnosis, withBody('POST', survey)) },
    { name: 'GET offers', request: { url: `${api}/api/v1/iap_subscriptions` } },
  ]
  for (const { request } of targets) await load({ ...request, duration: 2 })

  const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, request } of targets)
      measured.get(name)!.push(await load({ ...request, duration }))
  }
  const of = (name: string): Measured => {
    const all = measured.get(name)!
    return {
      perSecond: median(all.map((each) => each.perSecond)),
      p50: median(all.map((each) => each.p50)),
      p99: median(all.map((each) => each.p99)),
    }
  }
  const floor = of('floor')
  const rows = targets.map(({ name, ratio }) => {
    const { perSecond, p50, p99 } = of(name)
    const share = perSecond / floor.perSecond
    const slower = p99 / Math.max(floor.p99, 1)
    const wanted =
      ratio === undefined ? '' : `≥ ${ratio}, p99 ≤ 3: ${verdict(share >= ratio && slower <= 3)}`
    return [
      name,
      perSecond.toFixed(0),
      String(p50),
      String(p99),
      share.toFixed(2),
      slower.toFixed(2),
      wanted,
    ]
  })
  const tables = [
    {
      head: [
        'route',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'of the floor',
        'p99 of the floor',
        'wanted',
      ],
      rows,
    },
  ]

  if (memoryRequests > 0) {
    const resident = async (): Promise<number> => {
      server.kill('SIGUSR2')
      await pause(1000)
      const text = await (await fetch(`${api}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20
    }
    const mixed = targets.slice(1, 4)
    const step = Math.ceil(memoryRequests / 10)
    const samples: number[] = []
    // The first tenth only warms up: the heap grows to its working size.
    for (let sent = -step; sent < memoryRequests; sent += step) {
      for (const { request } of mixed)
        await load({ ...request, amount: Math.ceil(step / mixed.length) })
      if (sent >= 0) samples.push(await resident())
    }
    const middle = median(samples)
    const off = Math.max(...samples.map((each) => Math.abs(each - middle) / middle))
    tables.push({
      head: [
        `resident memory over ${memoryRequests} requests after a warm-up, collected at each tenth, MiB`,
        'most off the median',
        'wanted',
      ],
      rows: [
        [
          samples.map((each) => each.toFixed(0)).join(' '),
          `${(off * 100).toFixed(1)} %`,
          `≤ 10 %: ${verdict(off <= 0.1)}`,
        ],
      ],
    })
  }
  report({
    id: 'api',
    title: 'The admin API: `npm run bench:api`',
    words:
      `autocannon, ${rounds} rounds of ${duration} s, ${connections} connections, ${people.length} users in turn, one process of the API ` +
      'on PostgreSQL. The floor is F with one indexed select through the same driver.',
    tables,
  })
} finally {
  for (const child of children) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await postgresql.stop()
  await payments.close()
}
