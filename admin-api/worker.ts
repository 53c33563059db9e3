/**
 * The background jobs in a process of their own, with the API's settings: notices, events,
 * cleaning. The API leaves them to it with RUN_JOBS=false.
 */
import { collectDefaultMetrics, Registry } from 'prom-client'
import { startJobs } from './jobs/background.ts'
import { openMetrics } from './metrics/serve.ts'
import { createStripe } from './payments/stripe-client.ts'
import { closeDatabase, openLog, openReadyDatabase, openTraces, runProcess } from './process.ts'
import { SettingsError } from './settings/environment.ts'
import { readSettings } from './settings/settings.ts'

await runProcess('worker', async () => {
  const settings = readSettings(process.env)
  if (!(typeof settings.database === 'object' && 'url' in settings.database))
    throw new SettingsError([
      'DATABASE_URL must be set: the embedded database belongs to the API’s own process.',
    ])
  const { logger, close } = await openLog(settings)
  const database = await openReadyDatabase(settings, logger)
  const tracing = await openTraces(settings, 'evenkeel-worker', logger)
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const metricsServer = await openMetrics(settings, metrics)
  const jobs = await startJobs(settings, {
    database,
    stripe: createStripe(settings.stripe, metrics),
    clock: () => new Date(),
    logger,
  })
  process.stdout.write('worker: running\n')
  return {
    stop: async () => {
      await jobs.stop()
      await metricsServer?.close()
      await closeDatabase(database)
      await tracing?.close()
      await close()
    },
  }
})
