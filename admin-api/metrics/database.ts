import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { backlogKinds, countLateMails, readBacklog } from '../data/backlog.ts'
import type { BacklogKind } from '../data/backlog.ts'
import type { Database, OpenDatabase } from '../data/database.ts'
import { readLatestBackup, readLatestCheck } from '../data/latest-checks.ts'
import type { Settings } from '../settings/settings.ts'
import { within } from '../within.ts'

const reuseMs = 1000
/** Well below the ten seconds after which Prometheus drops the whole scrape. */
const timeoutMs = 4000

type Kinds = readonly BacklogKind[]

const readAll = async (db: Database, kinds: Kinds, now: Date) => {
  const [backlog, nightlyCheck, backupAt, lateMails] = await Promise.all([
    readBacklog(db),
    readLatestCheck(db),
    readLatestBackup(db),
    kinds.includes('mails') ? countLateMails(db, now) : null,
  ])
  return { backlog, nightlyCheck, backupAt, lateMails }
}

/** Null when the database cannot be read. */
type Reading = Awaited<ReturnType<typeof readAll>> | null

type Waiting = NonNullable<Reading>['backlog'][BacklogKind]

/** The kinds of work that these settings enable; mails and events that are off are never sent. */
export const backlogOf = ({ mail, analytics }: Pick<Settings, 'mail' | 'analytics'>): Kinds =>
  backlogKinds.filter(
    (kind) =>
      (kind !== 'mails' || mail !== null) && (kind !== 'analytics_events' || analytics !== null),
  )

/**
 * Measures the connections in use, the backlog, what the nightly check found, and the age of the
 * last backup.
 */
export const measureDatabase = (
  database: OpenDatabase,
  registry: Registry,
  {
    kinds,
    clock,
  }: {
    /** The kinds of work that are switched on. */
    readonly kinds: Kinds
    readonly clock: () => Date
  },
) => {
  const { connections } = database
  // Registered first, so that it is read before the scrape itself takes connections.
  if (connections !== null)
    registry.registerMetric(
      new Gauge({
        name: 'database_connections',
        help: 'Connections of the pool by state; waiting are requests without one',
        labelNames: ['state'] as const,
        registers: [],
        collect() {
          const { total, idle, waiting } = connections()
          this.set({ state: 'active' }, total - idle)
          this.set({ state: 'idle' }, idle)
          this.set({ state: 'waiting' }, waiting)
        },
      }),
    )

  // The gauges of one scrape share their queries.
  let latest: { readonly at: number; readonly reading: Promise<Reading> } | null = null
  const readInTime = async (): Promise<Reading> => {
    // A database that takes no changes does not count as up.
    const reading = database
      .ping()
      .then(() => readAll(database.db, kinds, clock()))
      .catch(() => null)
    return (await within(timeoutMs, reading)) ? reading : null
  }
  const read = async () => {
    if (latest === null || Date.now() - latest.at > reuseMs)
      latest = { at: Date.now(), reading: readInTime() }
    return latest.reading
  }

  registry.registerMetric(
    new Gauge({
      name: 'database_up',
      help: 'Whether the database answered this scrape, and takes changes',
      registers: [],
      async collect() {
        this.set((await read()) === null ? 0 : 1)
      },
    }),
  )
  const measureBacklog = (name: string, help: string, valueOf: (waiting: Waiting) => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['kind'] as const,
        registers: [],
        async collect() {
          this.reset()
          const reading = await read()
          if (reading === null) return
          for (const kind of kinds) this.set({ kind }, valueOf(reading.backlog[kind]))
        },
      }),
    )
  measureBacklog(
    'backlog_items',
    'How many webhooks, orders, customers, deletions, mails and events wait to be done',
    ({ items }) => items,
  )
  measureBacklog(
    'backlog_oldest_age_seconds',
    'Since when the oldest of them waits',
    ({ oldest }) => (oldest === null ? 0 : Math.max(0, (+clock() - +oldest) / 1000)),
  )
  registry.registerMetric(
    new Gauge({
      name: 'mails_late',
      help: 'Mails that wait for over an hour, by whether one recorded later was sent',
      labelNames: ['overtaken'] as const,
      registers: [],
      async collect() {
        this.reset()
        const lateMails = (await read())?.lateMails ?? null
        if (lateMails === null) return
        this.set({ overtaken: 'yes' }, lateMails.overtaken)
        this.set({ overtaken: 'no' }, lateMails.others)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'check_differences',
      help: 'Differences from the payment provider that the last nightly check found',
      labelNames: ['kind'] as const,
      registers: [],
      async collect() {
        this.reset()
        const differences = (await read())?.nightlyCheck?.differences ?? {}
        for (const [kind, items] of Object.entries(differences)) this.set({ kind }, items)
      },
    }),
  )
  const measureAge = (
    name: string,
    help: string,
    momentOf: (reading: NonNullable<Reading>) => Date | null | undefined,
  ) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.remove()
          const reading = await read()
          const moment = reading && momentOf(reading)
          if (moment) this.set((+clock() - +moment) / 1000)
        },
      }),
    )
  measureAge(
    'check_age_seconds',
    'Time since the last nightly check that was complete',
    ({ nightlyCheck }) => nightlyCheck?.checkedAt,
  )
  measureAge(
    'backup_age_seconds',
    'Time since the last backup that was complete',
    ({ backupAt }) => backupAt,
  )
}
