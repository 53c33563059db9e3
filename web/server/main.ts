/** Serves the built site, in as many processes as SITE_PROCESSES says. web/server/settings.ts names its settings. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { createSiteServer } from './app.ts'
import { loadEngines } from './engines.ts'
import { readServerSettings } from './settings.ts'
import type { ServerSettings } from './settings.ts'
import { readSiteManifest } from './site-manifest.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const explain = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') return 'The port is taken. Stop the other process, or set SITE_PORT.'
    if (error.code === 'ENOENT') return 'The site is not built yet.'
  }
  return error instanceof Error ? error.message : String(error)
}

const fail = (error: unknown) => {
  process.stderr.write(`site: ${explain(error)}\n`)
  process.exit(1)
}

/** Answers until told to stop; then finishes what is under way, within bounds. */
const serve = async ({ host, port, stopTimeout, ...settings }: ServerSettings) => {
  const app = createSiteServer({
    root,
    manifest: readSiteManifest(root),
    engines: loadEngines(root),
    settings,
    onFault: (error, path) => process.stderr.write(`site: ${path} failed: ${error instanceof Error ? error.stack : String(error)}\n`),
    onViolation: ({ directive, blocked, path }) => process.stderr.write(`site: the policy of ${path} stopped ${blocked} (${directive})\n`),
  })
  // A terminal interrupts the whole group: the primary process then tells its workers to stop.
  if (cluster.isWorker) process.on('SIGINT', () => {})
  closeWithGrace(
    {
      delay: stopTimeout,
      skip: cluster.isWorker ? ['SIGINT'] : [],
      onTimeout: () => process.exit(0),
    },
    async ({ err }) => {
      if (err) process.stderr.write(`site: ${err.stack}\n`)
      await app.close()
    },
  )
  await app.listen({ host, port })
}

/** Keeps the processes running until told to stop: one that dies is replaced, unless it never answered. */
const lead = ({ processes, port }: ServerSettings) => {
  let isStopping = false
  const hire = () => {
    const worker = cluster.fork()
    let hasListened = false
    worker.once('listening', () => {
      hasListened = true
    })
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      if (!hasListened) process.exit(code || 1)
      process.stderr.write(`site: a process ended by itself (${signal ?? code}) and is replaced\n`)
      hire()
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
  for (let count = 0; count < processes; count += 1) hire()
  process.stdout.write(`site: ${processes} processes on port ${port}\n`)
}

try {
  const settings = readServerSettings(process.env)
  if (cluster.isPrimary && settings.processes > 1) lead(settings)
  else await serve(settings)
} catch (error) {
  fail(error)
}
