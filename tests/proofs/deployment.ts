/**
 * `npm run proof:deployment`: checks that visitors do not notice deployments. Three API and two
 * site processes behind nginx with deploy/nginx/nginx.conf, on PostgreSQL through PgBouncer; 50
 * visitors for 10 minutes, in which a changed build is deployed as docs/operate.md says, and then
 * the first one again. VISITORS and DURATION (in minutes) make a shorter run.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { residentMemory } from '#tests/bench/process-usage.ts'
import { median, percentile } from '#tests/bench/statistics.ts'
import { startProduct } from './deployment/product.ts'
import { buildVersion } from './deployment/versions.ts'
import type { Version } from './deployment/versions.ts'
import { createVisitors } from './deployment/visitors.ts'
import { pageDataPath } from '#web/gatsby/internals.ts'

const visitors = Number(process.env['VISITORS'] ?? 50)
const minutes = Number(process.env['DURATION'] ?? 10)
/** How many tabs are opened before each deployment. */
const tabsPerVersion = 3
const minute = 60_000
const bars = { p99: 1.5, memory: 1.25 }

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

say('Building two versions of the site, unless they are built.')
const first = await buildVersion('first')
const second = await buildVersion(
  'second',
  'Money gets calmer once you know what you believe about it.',
)

const product = await startProduct(first)
const over = new AbortController()
let served: readonly Version[] = [first]
const people = createVisitors({
  ...product.nginx,
  headlines: () => served.map(({ headline }) => headline),
  until: over.signal,
})

type Tab = ReturnType<typeof people.openTab>

const oldLoads = { 'before a deployment': 0, 'after the first': 0, 'after the second': 0 }
let deployed: keyof typeof oldLoads = 'before a deployment'

const loadOld = async (tab: Tab, version: Version, script: string): Promise<void> => {
  const text = await tab.load(script)
  oldLoads[deployed] += 1
  if (version.textOf(script) !== text) people.problems.push(`${script} is another one.`)
}

/** Keeps a tab open that repeatedly loads what only its version has. */
const keepOpen = async (version: Version, next: Version): Promise<void> => {
  const tab = people.openTab()
  await people.tolerate(tab.openSurvey())
  const scripts = [...version.scripts].filter(
    (script) => !next.scripts.has(script) && !tab.loaded(script),
  )
  if (scripts.length === 0) {
    people.problems.push('The versions differ in no script that is loaded later.')
    return
  }
  while (!over.signal.aborted) {
    for (const script of scripts) {
      if (over.signal.aborted) break
      await people.tolerate(loadOld(tab, version, script))
      await people.tolerate(tab.load(pageDataPath('/')))
      await people.tolerate(tab.load(pageDataPath('/sign-up/survey')))
      await people.think()
    }
  }
  tab.close()
}
const openTabs = (version: Version, next: Version) =>
  Array.from({ length: tabsPerVersion }, () => keepOpen(version, next))

const memory: { readonly at: number; readonly mebibytes: number }[] = []
const weigh = async () => {
  while (!over.signal.aborted) {
    const mebibytes = Object.values(product.pids())
      .flat()
      .reduce((sum, pid) => sum + residentMemory(pid), 0)
    memory.push({ at: Date.now(), mebibytes })
    await pause(5_000)
  }
}

const deploy = async (next: Version, former: Version) => {
  const since = Date.now()
  served = [former, next]
  await product.deploy(next, former)
  served = [next]
  say(`deployed ‘${next.name}’ in ${Math.round((Date.now() - since) / 1000)} s`)
}

/** Runs the whole proof. Returns its start, its end, and the CPU time of each part in ms. */
const run = async () => {
  const work: Promise<unknown>[] = Array.from({ length: visitors }, (_, index) =>
    people.walk(`visitor-${index}`),
  )
  work.push(...openTabs(first, second))
  // Waits until all visitors have started and each server has answered.
  await pause(15_000)
  const start = Date.now()
  const before = product.processorTimes()
  const ownUse = process.cpuUsage()
  const elapse = (share: number) =>
    pause(Math.max(start + minutes * minute * share - Date.now(), 0))
  work.push(weigh())
  say(`${visitors} visitors for ${minutes} minutes`)
  await elapse(0.3)
  await deploy(second, first)
  deployed = 'after the first'
  work.push(...openTabs(second, first))
  await elapse(0.6)
  await deploy(first, second)
  deployed = 'after the second'
  // A short run would end before the deployment does.
  await Promise.all([elapse(1), pause(10_000)])

  const end = Date.now()
  const after = product.processorTimes()
  const { user, system } = process.cpuUsage(ownUse)
  over.abort()
  await Promise.all(work)
  const used = {
    api: after.api - before.api,
    site: after.site - before.site,
    nginx: after.nginx - before.nginx,
    visitors: (user + system) / 1000,
  }
  return {
    start,
    end,
    used,
    nginxErrors: product.nginx.errors(),
    apiErrors: product.fleet.errors(),
  }
}
const { start, end, used, nginxErrors, apiErrors } = await run().finally(product.stop)

const during = <T extends { readonly at: number }>(all: readonly T[], from: number): readonly T[] =>
  all.filter(({ at }) => at >= from && at < from + minute)
const p99 = (from: number) =>
  percentile(
    during(people.times, from).map(({ ms }) => ms),
    0.99,
  )
const weight = (from: number) => median(during(memory, from).map(({ mebibytes }) => mebibytes))
for (let from = start; from < end; from += minute) {
  const count = during(people.times, from).length
  const words = `${count} answers, p99 ${p99(from).toFixed(0)} ms, ${weight(from).toFixed(0)} MiB`
  console.log(`minute ${(from - start) / minute + 1}: ${words}`)
}
const percent = (ms: number) => `${Math.round((100 * ms) / (end - start))}%`
for (const [part, ms] of Object.entries(used)) console.log(`${part}: ${percent(ms)} of a core`)
for (const [when, count] of Object.entries(oldLoads))
  console.log(`old scripts loaded ${when}: ${count}`)
for (const line of apiErrors.slice(0, 20)) console.log(`API: ${line}`)
const refusals = nginxErrors.filter((line) => line.includes('Connection refused'))
console.log(`nginx was refused ${refusals.length} times, by servers that were restarted`)
for (const line of nginxErrors.filter((each) => !refusals.includes(each)).slice(0, 20))
  console.log(`nginx: ${line}`)
for (const line of people.problems.slice(0, 20)) console.log(`ERROR ${line}`)

const judged: readonly (readonly [string, boolean])[] = [
  [
    `${people.problems.length} errors in ${people.times.length} answers`,
    people.problems.length === 0,
  ],
  ['old tabs loaded what they had not loaded', Object.values(oldLoads).every((count) => count > 0)],
  ...(
    [
      ['p99', p99(end - minute) / p99(start), bars.p99],
      ['memory', weight(end - minute) / weight(start), bars.memory],
    ] as const
  ).map(
    ([what, ratio, bar]) =>
      [
        `${what} of the last minute is ${ratio.toFixed(2)} of the first's, ≤ ${bar}`,
        ratio <= bar,
      ] as const,
  ),
]
for (const [words, isMet] of judged) console.log(`${isMet ? 'passed' : 'FAILED'}  ${words}`)
process.exit(judged.every(([, isMet]) => isMet) ? 0 : 1)
