/**
 * Serves the built site, in as many processes as SITE_PROCESSES says. The settings are those of
 * web/server/settings.ts.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { destination, pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createMetricsServer } from '../../adapters/telemetry/metrics.ts'
import { openTracing } from '../../adapters/telemetry/open-tracing.ts'
import { createSiteServer } from './app.ts'
import { openErrorReports } from './error-reports.ts'
import { loadEngine } from './engines.ts'
import { createWorkersMetricsServer, shareMetrics } from './metrics-server.ts'
import { readServerSettings } from './settings.ts'
import type { ServerSettings } from './settings.ts'
import { readSiteManifest } from './site-manifest.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const explain = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return `Port ${'port' in error ? String(error.port) : ''} is taken. Stop the other process, or set SITE_PORT or SITE_METRICS_PORT.`
    if (error.code === 'ENOENT') return 'The site is not built yet.'
  }
  return error instanceof Error ? error.message : String(error)
}

const note = (line: string) => process.stderr.write(`site: ${line}\n`)

const fail = (error: unknown) => {
  note(explain(error))
  process.exit(1)
}

/** Serves until it is stopped; then finishes pending requests, within a time limit. */
const serve = async ({ host, port, stopTimeout, ...settings }: ServerSettings) => {
  // Buffered, because writing each line separately costs more CPU time than many responses.
  const lines = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const log = pino({ level: settings.logLevel, base: null }, lines)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const manifest = readSiteManifest(root)
  const dsn = settings.config.sentry?.dsn
  const reports = dsn === undefined ? null : await openErrorReports(dsn, manifest.build)
  const tracing = await openTracing(settings.tracing, {
    service: 'evenkeel-site',
    passesOn: true,
    onError: (reason) => log.warn({ reason }, 'traces could not be sent'),
  })
  const app = createSiteServer({
    root,
    manifest,
    prepare: loadEngine(root, manifest.engine),
    settings,
    log,
    registry,
    tracing,
    onError: (error, path) => {
      log.error({ err: error, path }, 'a page could not be rendered')
      reports?.report(error, path)
    },
    onViolation: (violation) => log.warn(violation, 'the policy of a page stopped something'),
  })
  if (cluster.isWorker) shareMetrics(registry)
  const metrics =
    settings.metricsPort === null || cluster.isWorker ? null : createMetricsServer(registry)
  await metrics?.listen({ host, port: settings.metricsPort ?? 0 })
  // Ctrl-C in a terminal signals the whole process group; only the primary process stops the
  // workers.
  if (cluster.isWorker) process.on('SIGINT', () => {})
  let exitCode = 0
  const options = { delay: stopTimeout, onTimeout: () => process.exit(exitCode) }
  closeWithGrace({ ...options, skip: cluster.isWorker ? ['SIGINT'] : [] }, async ({ err }) => {
    if (err) {
      exitCode = 1
      note(`stops for an error: ${err.stack}`)
    }
    await app.close()
    await metrics?.close()
    await reports?.close()
    await tracing?.close()
    lines.flushSync()
  })
  await app.listen({ host, port })
}

/**
 * Supervises the worker processes until it is stopped. A worker that dies is replaced immediately;
 * one that never listened, after a pause that doubles from 1 s to 30 s. If no worker has ever
 * listened, it gives up.
 */
const superviseWorkers = async ({ host, processes, port, metricsPort }: ServerSettings) => {
  let isStopping = false
  let hasListened = false
  const startWorker = (pause = 1000) => {
    if (isStopping) return
    let wait = pause
    const worker = cluster.fork()
    worker.once('listening', () => {
      hasListened = true
      wait = 0
    })
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      if (!hasListened) process.exit(code || 1)
      note(`a process ended by itself (${signal ?? code}) and is replaced`)
      setTimeout(startWorker, wait, Math.min(2 * wait, 30_000) || 1000)
    })
  }
  closeWithGrace({ delay: false }, async () => {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map((worker) => {
        worker.process.kill('SIGTERM')
        return once(worker, 'exit')
      }),
    )
  })
  for (let count = 0; count < processes; count += 1) startWorker()
  if (metricsPort !== null) await createWorkersMetricsServer().listen({ host, port: metricsPort })
  process.stdout.write(`site: ${processes} processes on port ${port}\n`)
}

try {
  const settings = readServerSettings(process.env)
  if (cluster.isPrimary && settings.processes > 1) await superviseWorkers(settings)
  else await serve(settings)
} catch (error) {
  fail(error)
}
