/**
 * `npm run bench:load`: requests per second of the site's server, alternating with `gatsby serve`
 * for the same build and for floor S. `--rounds=5 --seconds=4 --connections=10`.
 */
import { spawn } from 'node:child_process'
import autocannon from 'autocannon'
import { findFreePorts } from '#sandbox/ports.ts'
import { projectRoot } from '#sandbox/site-build.ts'
import { runProduct } from '../journeys/support/product.ts'
import type { ProductUrls } from '../journeys/support/product.ts'
import { buildFloor, endOf, serveWithGatsby, untilAnswered } from './floors/floors.ts'
import type { Served } from './floors/floors.ts'
import { readOptions } from './options.ts'
import { onCores, processorTime } from './process-usage.ts'
import { report } from './report.ts'
import { atLeast, atMost, interleave, median, spread } from './statistics.ts'

const {
  rounds,
  seconds: duration,
  connections,
} = readOptions({ rounds: { usual: 5 }, seconds: { usual: 4 }, connections: { usual: 10 } })

/**
 * `cost` is the server's CPU time per request, in milliseconds, which other work on the machine
 * hardly changes.
 */
type Measured = { readonly perSecond: number; readonly p99: number; readonly cost: number }
/** With `cores`, server and load generator together are limited to that many. */
type Target = {
  readonly server: Served
  readonly request: autocannon.Options
  readonly cores?: number
}

const load = async ({ server, request, cores }: Target, seconds = duration): Promise<Measured> => {
  if (cores) return onCores(cores, server.pid, () => load({ server, request }, seconds))
  const before = processorTime(server.pid)
  const { requests, latency, non2xx, errors } = await autocannon({
    connections,
    duration: seconds,
    ...request,
  })
  if (non2xx + errors > 0)
    throw new Error(`${request.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return {
    perSecond: requests.average,
    p99: latency.p99,
    cost: (processorTime(server.pid) - before) / requests.total,
  }
}

/**
 * How many different queries to request, as from campaign links, so that no two answers are the
 * same. They are generated in advance, to save the load generator's time.
 */
const QUERIES = 1000

const withQueries = (url: string, path: string): autocannon.Options => ({
  url,
  requests: Array.from({ length: QUERIES }, (_, turn) => ({ path: `${path}?utm_id=${turn}` })),
})

/** In production the server refuses sandbox services. No browser reads this configuration. */
const productionConfig = {
  adminApiUrl: 'https://api.evenkeel.example',
  firebase: {
    projectId: 'evenkeel-bench',
    apiKey: 'key',
    authDomain: 'evenkeel-bench.firebaseapp.com',
  },
  stripe: { publishableKey: 'pk_test_bench' },
}

/** A server of the site besides the product's own, with this many processes. */
const serveSite = async ({ adminApi }: ProductUrls, processes: number): Promise<Served> => {
  const [port = 0] = await findFreePorts(1)
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'web/server/main.ts'],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SITE_PORT: String(port),
        SITE_PROCESSES: String(processes),
        SITE_URL: 'https://evenkeel.example',
        SITE_CONFIG: JSON.stringify(productionConfig),
        ADMIN_API_URL: adminApi,
      },
    },
  )
  const url = `http://localhost:${port}`
  await untilAnswered(`${url}/health`)
  return { url, pid: child.pid ?? 0, stop: () => endOf(child) }
}

const product = await runProduct()
const served: Served[] = []
const started = async (server: Promise<Served>) => {
  served.push(await server)
  return served.at(-1)!
}
try {
  const one = await started(serveSite(product.urls, 1))
  const two = await started(serveSite(product.urls, 2))
  const same = await started(serveWithGatsby(projectRoot))
  const floor = await started(serveWithGatsby(await buildFloor()))
  const at = (server: Served, path: string): Target => ({
    server,
    request: { url: server.url + path },
  })
  const targets = {
    'home, gatsby serve': at(same, '/'),
    'home, ours': at(one, '/'),
    'deferred page, gatsby serve': at(same, '/termsofuse'),
    'deferred page, ours': at(one, '/termsofuse'),
    S: at(floor, '/rendered'),
    'survey, ours': { server: one, request: withQueries(one.url, '/sign-up/survey') },
    'survey, ours, on one core': {
      server: one,
      request: withQueries(one.url, '/sign-up/survey'),
      cores: 1,
    },
    'survey, ours, two processes on two': {
      server: two,
      request: withQueries(two.url, '/sign-up/survey'),
      cores: 2,
    },
  } satisfies Record<string, Target>
  type Name = keyof typeof targets
  const names = Object.keys(targets) as Name[]
  for (const name of names) await load(targets[name], 2)
  const measured = await interleave(
    rounds,
    Object.fromEntries(names.map((name) => [name, () => load(targets[name])])) as Record<
      Name,
      () => Promise<Measured>
    >,
  )
  const perSecond = (name: Name) => measured[name].map((each) => each.perSecond)
  const p99 = (name: Name) => measured[name].map((each) => each.p99)
  const cost = (name: Name) => measured[name].map((each) => each.cost)
  const ratio = (name: Name, floorName: Name) =>
    median(perSecond(name)) / median(perSecond(floorName))
  const cheaper = (name: Name, floorName: Name) =>
    `${(median(cost(floorName)) / median(cost(name))).toFixed(2)} times cheaper`
  report({
    id: 'load',
    title: 'Under load: `npm run bench:load`',
    words:
      `autocannon, ${connections} connections, ${rounds} rounds of ${duration} s of all in turns, one process each unless said. Ours sends its headers and policy; each request ` +
      `for the survey asks the page for its data and has one of ${QUERIES} queries, each with a policy of its own; the questions are those of the running admin API. ` +
      'Processor time is the server’s alone. Two processes and the load generator share two cores, where one process has one nearly to itself and the generator the other: twice the processes ' +
      'are held against one that shares one core with the generator. With the other ratio, the share of the generator decides, and a faster server makes it smaller.',
    tables: [
      {
        head: ['what', 'requests a second', 'p99 ms', 'processor ms a request'],
        rows: names.map((name) => [
          name,
          spread(perSecond(name)),
          spread(p99(name)),
          spread(cost(name), 2),
        ]),
      },
      {
        head: ['ratio', 'requests a second', 'bar', '', 'processor time'],
        rows: [
          [
            'static page, ours of gatsby serve',
            ...atLeast(ratio('home, ours', 'home, gatsby serve'), 1.8),
            cheaper('home, ours', 'home, gatsby serve'),
          ],
          [
            'deferred page, ours of gatsby serve',
            ratio('deferred page, ours', 'deferred page, gatsby serve').toFixed(2),
            '',
            '',
            cheaper('deferred page, ours', 'deferred page, gatsby serve'),
          ],
          ['survey of S', ...atLeast(ratio('survey, ours', 'S'), 1), cheaper('survey, ours', 'S')],
          ['its p99 of S', ...atMost(median(p99('survey, ours')) / median(p99('S')), 1.5), ''],
          [
            'two processes on two cores of one on one',
            ...atLeast(
              ratio('survey, ours, two processes on two', 'survey, ours, on one core'),
              1.7,
            ),
            '',
          ],
          [
            'of one with the generator on a core of its own',
            ratio('survey, ours, two processes on two', 'survey, ours').toFixed(2),
            '',
            '',
            '',
          ],
        ],
      },
    ],
  })
} finally {
  for (const server of served) await server.stop()
  await product.stop()
}
