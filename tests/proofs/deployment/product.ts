import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import { findFreePorts } from '#sandbox/ports.ts'
import { startFleet } from '#tests/admin-api/support/fleet.ts'
import { runServer } from '#tests/admin-api/support/process.ts'
import { endOf, untilAnswered } from '#tests/bench/floors/floors.ts'
import { processorTime } from '#tests/bench/process-usage.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { createDatabase, startPostgresql } from '#tests/support/postgresql.ts'
import { startNginx } from './nginx.ts'
import { runIn } from './versions.ts'
import type { Version } from './versions.ts'

const size = { api: 3, site: 2 }

/** The configuration in the form that docs/operate.md describes; no browser reads it here. */
const config = {
  adminApiUrl: 'https://api.example.com',
  firebase: {
    projectId: 'evenkeel-proof',
    apiKey: 'key',
    authDomain: 'evenkeel-proof.firebaseapp.com',
  },
  stripe: { publishableKey: 'pk_test_proof' },
}

const startSite = async ({ folder }: Version, port: number, apiUrl: string) => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'web/server/main.ts'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        SITE_PORT: String(port),
        SITE_PROCESSES: '1',
        SITE_URL: 'https://www.example.com',
        SITE_CONFIG: JSON.stringify(config),
        ADMIN_API_URL: apiUrl,
      },
    },
  )
  await untilAnswered(`http://127.0.0.1:${port}/health`)
  return child
}

const startDatabase = async () => {
  const postgresql = await startPostgresql()
  const direct = await createDatabase(postgresql.url)
  const client = new Client({ connectionString: direct })
  await client.connect()
  // PgBouncer keeps the limits of the API's connections from PostgreSQL.
  await client.query(`alter role postgres set statement_timeout = '10s'`)
  await client.query(`alter role postgres set idle_in_transaction_session_timeout = '10s'`)
  await client.end()
  const pgbouncer = await startPgbouncer(Number(new URL(direct).port))
  const pooled = new URL(direct)
  pooled.port = String(pgbouncer.port)
  return {
    direct,
    url: pooled.href,
    stop: async (): Promise<void> => {
      await pgbouncer.stop()
      await postgresql.stop()
    },
  }
}

const migrate = async (databaseUrl: string): Promise<void> => {
  const migration = runServer({ DATABASE_URL: databaseUrl }, 'migrate')
  const [code] = await migration.exited
  if (code !== 0) throw new Error(migration.text())
}

/** Three processes of the API and two of the site behind nginx, on PostgreSQL through PgBouncer. */
export const startProduct = async (first: Version) => {
  const database = await startDatabase()
  await migrate(database.direct)
  const fleet = await startFleet({
    databaseUrl: database.url,
    size: size.api,
    environment: {
      MIGRATE_ON_START: 'false',
      RUN_JOBS: 'false',
      SITE_URL: 'https://www.example.com',
      TRUST_PROXY: '1',
    },
  })
  const [oneApi = ''] = fleet.urls
  const sitePorts = await findFreePorts(size.site)
  const sites: ChildProcess[] = []
  for (const port of sitePorts) sites.push(await startSite(first, port, oneApi))
  const nginx = await startNginx({
    site: sitePorts,
    api: fleet.urls.map((url) => Number(new URL(url).port)),
  })

  const pids = () => ({
    api: fleet.pids(),
    site: sites.map(({ pid = 0 }) => pid),
    nginx: [nginx.pid],
  })
  /** Processor time of processes that were stopped. */
  const past = { api: 0, site: 0, nginx: 0 }

  return {
    nginx,
    fleet,
    pids,
    /** In milliseconds, by part, of all processes so far. */
    processorTimes: (): Readonly<Record<keyof typeof past, number>> => {
      const of = (part: keyof typeof past) =>
        pids()[part].reduce((sum, pid) => sum + processorTime(pid), past[part])
      return { api: of('api'), site: of('site'), nginx: of('nginx') }
    },
    /** Deploys as docs/operate.md says, instance by instance. */
    deploy: async (next: Version, former: Version): Promise<void> => {
      await runIn(next.folder, 'deploy/keep-files.ts', former.folder)
      await migrate(database.direct)
      for (const [member, url] of fleet.urls.entries()) {
        past.api += processorTime(fleet.pids()[member]!)
        await fleet.restart(member)
        await untilAnswered(`${url}/health/ready`)
      }
      for (const [index, port] of sitePorts.entries()) {
        past.site += processorTime(sites[index]!.pid!)
        await endOf(sites[index]!)
        sites[index] = await startSite(next, port, oneApi)
      }
    },
    stop: async (): Promise<void> => {
      await nginx.stop()
      await Promise.all(sites.map(endOf))
      await fleet.stop()
      await database.stop()
    },
  }
}
