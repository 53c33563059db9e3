import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.mjs'
import { watchFolders } from './watch-folders.ts'
import { startService } from './service.ts'
import type { Service, ServiceFailure, ServiceSpec } from './service.ts'

export type ServiceGroup = {
  /**
   * Stops the services, the last started first. Can be called again; every call waits for the same
   * stop.
   */
  stop: () => Promise<void>
  /**
   * Resolves when a service keeps exiting after restarts. The others keep running until stop is
   * called.
   */
  crashed: Promise<ServiceFailure>
}

type Options = {
  logDir: string
  log: Log
  signal?: AbortSignal
  restartOnChange?: boolean
  /**
   * Milliseconds before each restart of a service that keeps exiting; after the last, it is given
   * up.
   */
  restartPauses?: readonly number[]
}

const doublingPauses = [500, 1_000, 2_000, 4_000, 8_000]
/** A service that ran for this many milliseconds starts again with the first pause. */
const longLife = 60_000

/**
 * Starts services in waves, those of one wave in parallel. When one fails, those already started
 * are stopped and its ServiceFailure is thrown. One that exits on its own later is started again.
 */
export const startServices = async (
  waves: ServiceSpec[][],
  options: Options,
): Promise<ServiceGroup> => {
  const { logDir, log, restartOnChange = false, restartPauses = doublingPauses } = options
  const order = waves.flat().map(({ id }) => id)
  const running = new Map<string, Service>()
  const starting = new Set<Promise<void>>()
  /** How many times in a row each service ended soon after its start. */
  const ends = new Map<string, number>()
  const watchers: (() => void)[] = []
  const abort = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
  let reportCrash: (failure: ServiceFailure) => void
  const crashed = new Promise<ServiceFailure>((resolve) => {
    reportCrash = resolve
  })
  let stopping: Promise<void> | undefined

  const noticeEnd = async (service: Service) => {
    const { spec } = service
    const since = Date.now()
    const how = await service.ended
    if (running.get(spec.id) !== service || stopping) return
    running.delete(spec.id)
    const failure = service.failure(`stopped by itself (${how})`)
    if (restartOnChange && spec.watch) {
      log.line(`${failure.message}\nIt starts again with the next change.`)
      return
    }
    if (Date.now() - since > longLife) ends.delete(spec.id)
    await revive(spec, failure)
  }

  const launch = async (spec: ServiceSpec) => {
    const service = await startService(spec, { logDir, signal })
    running.set(spec.id, service)
    void noticeEnd(service)
  }

  const start = async (spec: ServiceSpec) => {
    const launched = launch(spec)
    starting.add(launched)
    await launched.finally(() => starting.delete(launched))
  }

  const revive = async (spec: ServiceSpec, failure: ServiceFailure) => {
    const count = (ends.get(spec.id) ?? 0) + 1
    ends.set(spec.id, count)
    const pause = restartPauses[count - 1]
    if (pause === undefined) {
      log.line(`The ${spec.title} ended ${count} times in a row: it is not started again.`)
      reportCrash(failure)
      return
    }
    log.line(`${failure.message}\nIt starts again in ${pause / 1000} s.`)
    await sleep(pause, undefined, { signal }).catch(() => undefined)
    if (stopping) return
    try {
      await start(spec)
      log.line(`The ${spec.title} was restarted.`)
    } catch (error) {
      if (!stopping) await revive(spec, error as ServiceFailure)
    }
  }

  const restart = async (spec: ServiceSpec) => {
    const service = running.get(spec.id)
    running.delete(spec.id)
    await service?.stop()
    try {
      await start(spec)
      log.line(`The ${spec.title} was restarted.`)
    } catch (error) {
      if (!stopping) log.line(`${(error as Error).message}\nIt starts again with the next change.`)
    }
  }

  const stopAll = async () => {
    abort.abort(new Error('stopping'))
    for (const unwatch of watchers) unwatch()
    await Promise.allSettled(starting)
    for (const id of order.toReversed()) await running.get(id)?.stop()
  }
  const stop = () => {
    stopping ??= stopAll()
    return stopping
  }

  try {
    for (const wave of waves) {
      const results = await Promise.race([
        Promise.allSettled(
          wave.map(async (spec) => {
            await log
              .during(`Starting the ${spec.title}`, () => start(spec))
              .catch((error: unknown) => {
                abort.abort(error)
                throw error
              })
            log.line(`${spec.title.padEnd(17)} ${spec.url}`)
          }),
        ),
        crashed.then((failure) => {
          throw failure
        }),
      ])
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw signal.reason ?? failed.reason
    }
  } catch (error) {
    await stop()
    throw error
  }

  if (restartOnChange) {
    for (const { spec } of running.values()) {
      if (spec.watch) watchers.push(watchFolders(spec.watch, () => restart(spec)))
    }
  }
  return { stop, crashed }
}
