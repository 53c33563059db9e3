/**
 * `npm run bench:load`: requests a second of the site's server, in turns with `gatsby serve` over the same build and over
 * floor S. `--rounds=5 --seconds=4 --connections=10`.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { findFreePorts } from '#sandbox/ports.ts'
import { projectRoot } from '#sandbox/site-build.ts'
import { runProduct } from '../journeys/support/product.ts'
import type { ProductUrls } from '../journeys/support/product.ts'
import { buildFloor, endOf, serveWithGatsby, untilAnswered } from './floors/floors.ts'
import type { Served } from './floors/floors.ts'
import { report } from './report.ts'
import { atLeast, atMost, interleave, median, spread } from './statistics.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
  },
})
const rounds = Number(values.rounds)
const duration = Number(values.seconds)
const connections = Number(values.connections)

type Measured = { readonly perSecond: number; readonly p99: number }

const load = async (options: autocannon.Options): Promise<Measured> => {
  const { requests, latency, non2xx, errors } = await autocannon({ connections, duration, ...options })
  if (non2xx + errors > 0) throw new Error(`${options.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { perSecond: requests.average, p99: latency.p99 }
}

/** A query of its own for each request, so that nothing rendered before can be sent again. */
let turn = 0
const anew = (url: string, path: string): autocannon.Options => ({
  url,
  requests: [
    {
      setupRequest: (request) => {
        turn += 1
        return { ...request, path: `${path}?utm_id=${turn}` }
      },
    },
  ],
})

/** The site's server beside the product's own, with this many processes. */
const serveSite = async ({ site, adminApi }: ProductUrls, processes: number): Promise<Served> => {
  const [port = 0] = await findFreePorts(1)
  const child = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'web/server/main.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SITE_PORT: String(port),
      SITE_PROCESSES: String(processes),
      SITE_CONFIG: await (await fetch(`${site}/config.json`)).text(),
      ADMIN_API_URL: adminApi,
    },
  })
  const url = `http://localhost:${port}`
  await untilAnswered(`${url}/health`)
  return { url, pid: child.pid ?? 0, stop: () => endOf(child) }
}

const product = await runProduct()
const served: Served[] = []
const started = async (server: Promise<Served>) => {
  served.push(await server)
  return served.at(-1)!.url
}
try {
  const one = await started(serveSite(product.urls, 1))
  const two = await started(serveSite(product.urls, 2))
  const same = await started(serveWithGatsby(projectRoot))
  const floor = await started(serveWithGatsby(await buildFloor()))
  const requests = {
    'home, gatsby serve': { url: `${same}/` },
    'home, ours': { url: `${one}/` },
    'deferred page, gatsby serve': { url: `${same}/termsofuse` },
    'deferred page, ours': { url: `${one}/termsofuse` },
    S: { url: `${floor}/rendered` },
    'survey rendered anew, ours': anew(one, '/sign-up/survey'),
    'survey, the same address, ours': { url: `${one}/sign-up/survey` },
    'survey rendered anew, two processes': anew(two, '/sign-up/survey'),
  } satisfies Record<string, autocannon.Options>
  type Name = keyof typeof requests
  const names = Object.keys(requests) as Name[]
  for (const name of names) await load({ ...requests[name], duration: 2 })
  const measured = await interleave(
    rounds,
    Object.fromEntries(names.map((name) => [name, () => load(requests[name])])) as Record<Name, () => Promise<Measured>>,
  )
  const perSecond = (name: Name) => measured[name].map((each) => each.perSecond)
  const p99 = (name: Name) => measured[name].map((each) => each.p99)
  const ratio = (name: Name, floorName: Name) => median(perSecond(name)) / median(perSecond(floorName))
  report({
    id: 'load',
    title: 'Under load: `npm run bench:load`',
    words:
      `autocannon, ${connections} connections, ${rounds} rounds of ${duration} s of all in turns, one process each unless said. Ours sends its headers and policy; the survey holds ` +
      'the questions of the running admin API. “Anew” gives each request a query of its own, so that no rendered document can be used twice. ' +
      'The load generator runs on the same cores.',
    tables: [
      {
        head: ['what', 'requests a second', 'p99 ms'],
        rows: names.map((name) => [name, spread(perSecond(name)), spread(p99(name))]),
      },
      {
        head: ['ratio', '', 'bar', ''],
        rows: [
          ['static page, ours of gatsby serve', ...atLeast(ratio('home, ours', 'home, gatsby serve'), 1.8)],
          ['deferred page, ours of gatsby serve', ratio('deferred page, ours', 'deferred page, gatsby serve').toFixed(2), '', ''],
          ['survey rendered anew of S', ...atLeast(ratio('survey rendered anew, ours', 'S'), 1)],
          ['survey, the same address, of S', ratio('survey, the same address, ours', 'S').toFixed(2), '', ''],
          ['its p99, rendered anew, of S', ...atMost(median(p99('survey rendered anew, ours')) / median(p99('S')), 1.5)],
          ['two processes of one', ...atLeast(ratio('survey rendered anew, two processes', 'survey rendered anew, ours'), 1.7)],
        ],
      },
    ],
  })
} finally {
  for (const server of served) await server.stop()
  await product.stop()
}
