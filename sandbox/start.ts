/**
 * `npm start` and `npm run dev`: starts the whole product and keeps it running until it is stopped.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from './log.mjs'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'
import { projectRoot } from './site-build.ts'

const usage = `Usage: npm start -- [--fresh]
       npm run dev -- [--fresh]

Starts Evenkeel: the site, the admin API and local sandbox services for identity, payments and analytics.
Settings come from the environment and from .env; .env.example documents them.

  --fresh   forget the accounts, payments and database of earlier runs
  --help    show this text`

const log = createLog(process.stdout)
// Without these, an error from a closed terminal would end this process before it stops the
// services.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean' },
      dev: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  return values
}

const run = async () => {
  const { fresh, dev, help } = readArguments()
  if (help) {
    log.line(usage)
    return 0
  }
  const envFile = path.join(projectRoot, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const settings = readSettings(process.env, projectRoot)

  const stopping = new AbortController()
  const asked = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined))
  })
  const askToStop = () => {
    if (!stopping.signal.aborted) log.line('Stopping…')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, askToStop)

  try {
    const product = await startProduct(settings, { log, fresh, dev, signal: stopping.signal })
    if (!stopping.signal.aborted) log.line(`Evenkeel is ready: ${product.urls.site}`)
    const failure = await Promise.race([asked, product.crashed])
    if (failure) console.error(failure.message)
    await log.during('Stopping the services', () => product.stop())
    return failure ? 1 : 0
  } catch (error) {
    if (stopping.signal.aborted) return 0
    throw error
  }
}

process.exitCode = await run().catch(fail)
process.exit()
