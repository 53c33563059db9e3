import { collectDefaultMetrics, Registry } from 'prom-client'
import { createApp } from './app.ts'
import { createIdentityUsers } from './auth/identity-users.ts'
import { countSkewedTokens, measureProviderWatch, watchProvider } from './auth/provider-clock.ts'
import { createTokenVerifier } from './auth/verify-token.ts'
import { startLocalWork } from './backup/local-work.ts'
import { startJobs } from './jobs/background.ts'
import { backlogOf, measureDatabase } from './metrics/database.ts'
import { openMetrics } from './metrics/serve.ts'
import { createStripe } from './payments/stripe-client.ts'
import { closeDatabase, openLog, openReadyDatabase, openTraces, runProcess } from './process.ts'
import { readSettings } from './settings/settings.ts'
import type { Settings } from './settings/settings.ts'
import { within } from './within.ts'

export type RunningServer = {
  /** Such as `http://127.0.0.1:8001`. */
  readonly url: string
  /** The address of the separate metrics port; null without one. */
  readonly metricsUrl: string | null
  /** Finishes pending requests, accepts no more, and closes the database. */
  stop(): Promise<void>
}

/**
 * Opens the database, migrates it or checks that it is migrated, then listens. Port 0 takes a free
 * one; a database of `memory` lives as long as the server.
 */
export const startServer = async (
  settings: Settings,
  clock = () => new Date(),
): Promise<RunningServer> => {
  const { logger, close: closeLog } = await openLog(settings)
  const database = await openReadyDatabase(settings, logger)
  const tracing = await openTraces(settings, 'evenkeel-api', logger)
  const watch = watchProvider({ emulatorHost: settings.identity.emulatorHost, clock, logger })
  let jobs: Awaited<ReturnType<typeof startJobs>> | null = null
  let metricsServer: Awaited<ReturnType<typeof openMetrics>> = null
  try {
    const metrics = new Registry()
    collectDefaultMetrics({ register: metrics })
    const stripe = createStripe(settings.stripe, metrics)
    measureDatabase(database, metrics, { kinds: backlogOf(settings), clock })
    measureProviderWatch(metrics, watch)
    const app = await createApp({
      settings,
      database,
      logger,
      metrics,
      tracing,
      stripe,
      verifyToken: createTokenVerifier({
        ...settings.identity,
        onSkew: countSkewedTokens(metrics, { clock, logger }),
      }),
      identityUsers: createIdentityUsers(settings.identity),
      clock,
      identityProvider: watch,
    })
    const jobParts = { database, stripe, clock, logger }
    jobs = settings.runJobs ? await startJobs(settings, jobParts) : null
    metricsServer = await openMetrics(settings, metrics)
    await app.listen({ host: settings.host, port: settings.port })
    const localWork = await startLocalWork(settings, jobParts)
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : settings.port
    return {
      url: `http://${settings.host}:${port}`,
      metricsUrl: metricsServer?.url ?? null,
      stop: async () => {
        watch.stop()
        await localWork?.stop()
        const closed = app.close()
        const jobsStopped = jobs?.stop()
        if (!(await within(settings.stopTimeoutMs, closed))) {
          logger.error('answers under way took too long to stop: their connections are cut')
          app.server.closeAllConnections()
          await closed
        }
        await jobsStopped
        await metricsServer?.close()
        await closeDatabase(database)
        await tracing?.close()
        await closeLog()
      },
    }
  } catch (error) {
    watch.stop()
    await jobs?.stop()
    await metricsServer?.close()
    await database.close()
    await tracing?.close()
    throw error
  }
}

if (import.meta.main) {
  await runProcess('admin-api', async () => {
    const server = await startServer(readSettings(process.env))
    process.stdout.write(`admin-api: listening on ${server.url}\n`)
    return server
  })
}
