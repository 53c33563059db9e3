import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { countSkewedTokens, measureProviderWatch } from '#admin-api/auth/provider-clock.ts'
import { measureDatabase } from '#admin-api/metrics/database.ts'
import { measureProvider } from '#admin-api/metrics/provider.ts'
import { startApi, startTimeout } from '#tests/admin-api/support/harness.ts'
import { aSite } from '#tests/web/server/a-site.ts'

type Rule = { readonly alert: string; readonly expr: string; readonly labels: { severity: string } }
type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
type Dashboard = {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}

const project = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const rules = (parse(read('deploy/monitoring/alerts.yml')) as Rules).groups.flatMap(
  ({ rules: all }) => all,
)
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as Dashboard

/** The names of the metrics in a PromQL expression, without `up`, which Prometheus itself adds. */
const metricsOf = (expr: string): string[] =>
  [...expr.matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b/g)]
    .map(([name]) => name.replace(/_(?:count|bucket|sum)$/, ''))
    .filter(
      (name) => !['histogram_quantile', 'departed_customers', 'analytics_events'].includes(name),
    )

/** The names of all metrics that the two servers have. */
const namesOfAll = async (): Promise<ReadonlySet<string>> => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const api = await startApi({ parts: { metrics: registry } })
  measureProvider(registry)
  countSkewedTokens(registry, { clock: () => new Date(), logger: pino({ enabled: false }) })
  measureProviderWatch(registry, { aheadMs: () => 0, isReached: () => true })
  measureDatabase(
    { ...api.database, connections: () => ({ total: 0, idle: 0, waiting: 0 }) },
    registry,
    { kinds: ['webhooks'], clock: () => new Date() },
  )
  await api.stop()
  const all = [registry, aSite().registry].flatMap((each) => each.getMetricsAsArray())
  return new Set(all.map(({ name }) => name))
}

it('metricsOf returns the metric names in an expression', () => {
  expect(metricsOf('sum(rate(http_requests_total[5m])) > 1')).toEqual(['http_requests_total'])
})

describe('the monitoring files', () => {
  it(
    'use only metrics that exist',
    async () => {
      const names = await namesOfAll()
      const unknown = (exprs: readonly string[]) =>
        exprs.flatMap(metricsOf).filter((name) => !names.has(name))
      const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      expect(shown.length).toBeGreaterThan(10)
      expect(unknown(shown)).toEqual([])
      expect(unknown(rules.map(({ expr }) => expr))).toEqual([])
    },
    startTimeout,
  )

  it('leave health checks out of the error rates', () => {
    const counts = rules.flatMap(
      ({ expr }) => expr.match(/\b(?:http|site)_request_duration_seconds_count\S*/g) ?? [],
    )
    expect(counts).toHaveLength(4)
    for (const count of counts) expect(count).toMatch(/\{route!~"\/health/)
  })

  it('name the same jobs, and alert when a job has no target, is down or keeps restarting', () => {
    const jobsOf = (file: string) =>
      [...read(`deploy/monitoring/${file}`).matchAll(/job_name: (\S+)/g)].map(([, job]) => job)
    const missing = rules.find(({ alert }) => alert === 'TargetsMissing')!
    const known = [...missing.expr.matchAll(/absent\(up\{job="(\S+)"\}\)/g)].map(([, job]) => job)
    expect(known).toEqual(['admin-api', 'site', 'worker'])
    const jobs = new RegExp(`job=~"${known.join('|')}"`)
    for (const name of ['ProcessDown', 'ProcessRestartsOften'])
      expect(rules.find(({ alert }) => alert === name)?.expr).toMatch(jobs)
    for (const file of ['scrape.yml', 'scrape-kubernetes.yml']) expect(jobsOf(file)).toEqual(known)
  })

  it('have a test and a runbook section for every alert', () => {
    const alerts = rules.map(({ alert }) => alert)
    const tested = [...read('deploy/monitoring/alerts.test.yml').matchAll(/alertname="(\w+)"/g)]
    const explained = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gm)]
    expect(new Set(tested.map(([, alert]) => alert))).toEqual(new Set(alerts))
    expect(explained.map(([, alert]) => alert)).toEqual(alerts)
    for (const { labels } of rules) expect(['page', 'ticket']).toContain(labels.severity)
  })
})

describe('every process serves its metrics where Prometheus is told to ask for them', () => {
  const portIn = (environment: Readonly<Record<string, string>>) =>
    environment['ADMIN_API_METRICS_PORT'] ?? environment['SITE_METRICS_PORT']
  const targetsIn = (host: string) =>
    [...read('docs/alerts.md').matchAll(new RegExp(`\`(${host}:\\d+)\``, 'g'))].map(
      ([, target = '']) => target,
    )

  it('with Compose', () => {
    type Service = {
      readonly environment?: Readonly<Record<string, string>>
      readonly networks: { readonly default: { readonly ipv4_address: string } }
    }
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      readonly services: Readonly<Record<string, Service>>
    }
    const served = ['api-1', 'api-2', 'worker', 'site-1', 'site-2'].map((name) => {
      const { environment = {}, networks } = services[name]!
      return `${networks.default.ipv4_address}:${portIn(environment)}`
    })
    expect(targetsIn('10[\\d.]+')).toEqual(served)
  })

  it('with systemd', () => {
    const enabled = read('docs/operate.md').match(
      /^systemctl enable --now evenkeel-(?:api|site).*$/gm,
    )!
    const served = enabled.flatMap((line) =>
      [...line.matchAll(/evenkeel-\w+@?(\d*)/g)].map(([unit, instance = '']) => {
        const text = read(`deploy/systemd/${unit.replace(instance, '')}.service`)
        return `localhost:${/_METRICS_PORT=(\S+)/.exec(text)?.[1]?.replace('%i', instance)}`
      }),
    )
    expect(targetsIn('localhost')).toEqual(served)
    expect(new Set(served).size).toBe(5)
  })

  it('in Kubernetes', () => {
    type Variable = { readonly name: string; readonly value: string }
    type Deployment = {
      readonly spec: {
        readonly template: {
          readonly spec: { readonly containers: [{ readonly env?: Variable[] }] }
        }
      }
    }
    const scraped = [
      ...read('deploy/monitoring/scrape-kubernetes.yml').matchAll(
        /regex: (\w+);Running[^]*?replacement: '\$1:(\d+)'/g,
      ),
    ].map(([, app, port]) => [app, port])
    const served = ['api', 'site', 'worker'].map((app) => {
      const [first] = parseAllDocuments(read(`deploy/kubernetes/${app}.yaml`))
      const { env = [] } = (first!.toJS() as Deployment).spec.template.spec.containers[0]
      return [app, portIn(Object.fromEntries(env.map(({ name, value }) => [name, value])))]
    })
    expect(scraped).toEqual(served)
    const allowed = [...read('deploy/kubernetes/network.yaml').matchAll(/port: (9\d{3}) /g)]
    expect(new Set(allowed.map(([, port]) => port))).toEqual(
      new Set(served.map(([, port]) => port)),
    )
  })
})
