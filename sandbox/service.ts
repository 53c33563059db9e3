import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { excerptOfLogFile } from './log-excerpt.ts'
import { machineEnvironment } from './service-environments.ts'

export type ServiceSpec = {
  /** Short and unique; also the name of its log file. */
  id: string
  /** Its name in messages: 'admin API'. */
  title: string
  url: string
  /** The script and its arguments, for Node; a function is called at each start. */
  args: string[] | (() => string[])
  cwd?: string
  /** Its environment variables, added to those of the machine that every process needs. */
  env?: Record<string, string | undefined>
  /** Runs before each start. */
  beforeStart?: () => Promise<void>
  /** Whether it answers; polled while it starts. A rejection counts as no. */
  isReady: () => Promise<boolean>
  /** Runs once the service answers, before it counts as started. */
  prepare?: () => Promise<void>
  /** Runs before it is asked to stop. */
  beforeStop?: () => Promise<void>
  /** Milliseconds it may take to stop (10 s) before it is ended by force. */
  stopLimit?: number
  /** Folders, relative to the project, whose changes restart it in development. */
  watch?: string[]
}

export type Service = {
  spec: ServiceSpec
  pid: number
  /** Resolves with how the process ended: 'exit code 1' or 'signal SIGKILL'. Never rejects. */
  ended: Promise<string>
  /** Creates the error for its failure, which quotes the end of its log. */
  failure: (what: string) => ServiceFailure
  stop: () => Promise<void>
}

/**
 * A service that did not start, or exited on its own. The message names it and quotes the end of
 * its log.
 */
export class ServiceFailure extends Error {
  readonly serviceId: string

  /** `logStart`: the byte at which its part of the log begins. */
  constructor(spec: ServiceSpec, what: string, logFile: string, logStart: number) {
    super(
      `The ${spec.title} ${what}. From ${path.relative(process.cwd(), logFile)}:\n${excerptOfLogFile(logFile, logStart)}`,
    )
    this.name = 'ServiceFailure'
    this.serviceId = spec.id
  }
}

/** Node's arguments before a service's own script. */
export const serviceFlags = [
  '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
  '--import',
  new URL('end-with-runner.ts', import.meta.url).href,
]

const poll = 100

/** Generous, for a busy machine. A service that exits while it starts is noticed immediately. */
const startLimit = 180_000

/** Kills what is left of a process group. */
const killGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const isReady = async (spec: ServiceSpec) => {
  try {
    return await spec.isReady()
  } catch {
    return false
  }
}

/**
 * Starts a service in a process group of its own (so that Ctrl-C in a terminal reaches only the
 * runner, which stops the services in order) and resolves once it is ready. Throws ServiceFailure,
 * or the signal's reason when aborted; either way nothing is left running.
 */
export const startService = async (
  spec: ServiceSpec,
  { logDir, signal }: { logDir: string; signal?: AbortSignal },
): Promise<Service> => {
  signal?.throwIfAborted()
  mkdirSync(logDir, { recursive: true })
  await spec.beforeStart?.()
  signal?.throwIfAborted()
  const logFile = path.join(logDir, `${spec.id}.log`)
  const output = openSync(logFile, 'a')
  const logStart = fstatSync(output).size
  const failure = (what: string) => new ServiceFailure(spec, what, logFile, logStart)
  const args = typeof spec.args === 'function' ? spec.args() : spec.args
  const child = spawn(process.execPath, [...serviceFlags, ...args], {
    cwd: spec.cwd,
    env: { ...machineEnvironment(), ...spec.env },
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
  })
  closeSync(output)
  let hasEnded = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, killedBy) => {
      hasEnded = true
      if (child.pid !== undefined) killGroup(child.pid)
      resolve(killedBy ? `signal ${killedBy}` : `exit code ${code}`)
    })
  })
  const { pid } = child
  if (pid === undefined) throw failure(`could not be started (${await ended})`)

  const stop = async () => {
    if (hasEnded) return
    await spec.beforeStop?.().catch(() => undefined)
    child.kill('SIGTERM')
    const patience = new AbortController()
    await Promise.race([
      ended,
      sleep(spec.stopLimit ?? 10_000, undefined, { signal: patience.signal }).catch(
        () => undefined,
      ),
    ])
    patience.abort()
    if (!hasEnded) killGroup(pid)
    await ended
  }

  const deadline = Date.now() + startLimit
  try {
    while (!(await isReady(spec))) {
      signal?.throwIfAborted()
      if (hasEnded) throw failure(`ended while starting (${await ended})`)
      if (Date.now() > deadline) throw failure(`did not answer within ${startLimit / 1000} s`)
      await sleep(poll)
    }
    await spec.prepare?.()
    signal?.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  }
  return { spec, pid, ended, failure, stop }
}
