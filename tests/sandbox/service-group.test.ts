import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Log } from '#sandbox/log.mjs'
import { findFreePorts } from '#sandbox/ports.ts'
import { startServices } from '#sandbox/service-group.ts'
import type { ServiceGroup } from '#sandbox/service-group.ts'
import { fakeService, isAlive, pidsOf } from './fixtures/fake-spec.ts'

const runner = new URL('fixtures/fake-runner.ts', import.meta.url).pathname

describe('a group of services', () => {
  let logDir: string
  let lines: string[]
  let log: Log
  let ports: [number, number]
  let group: ServiceGroup | undefined

  beforeEach(async () => {
    logDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-runner-'))
    lines = []
    log = { line: (text) => lines.push(text), during: (_, work) => work() }
    ports = (await findFreePorts(2)) as [number, number]
    group = undefined
  })
  afterEach(async () => {
    await group?.stop()
    rmSync(logDir, { recursive: true, force: true })
  })

  test('prints the address of each service in the order they were started', async () => {
    group = await startServices(
      [[fakeService('first', ports[0])], [fakeService('second', ports[1])]],
      { logDir, log },
    )
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^first service +http://127.0.0.1:${ports[0]}$`)),
      expect.stringMatching(new RegExp(`^second service +http://127.0.0.1:${ports[1]}$`)),
    ])
  })

  test('stops its services in reverse order and leaves no process behind, not even one that they started', async () => {
    const journal = path.join(logDir, 'journal')
    const first = fakeService('first', ports[0], { JOURNAL: journal })
    const second = fakeService('second', ports[1], { JOURNAL: journal })
    group = await startServices([[first], [second]], { logDir, log })
    const pids = [...(await pidsOf(first)), ...(await pidsOf(second))]
    expect(pids.every(isAlive)).toBe(true)
    await group.stop()
    expect(readFileSync(journal, 'utf8')).toBe('second\nfirst\n')
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  test('names a service that cannot start, quotes its log and stops the services started before', async () => {
    const first = fakeService('first', ports[0])
    const started = startServices([[first], [fakeService('second', ports[1], { FAIL: 'yes' })]], {
      logDir,
      log,
    })
    await expect(started).rejects.toThrow(
      /^The second service ended while starting \(exit code 2\)\.[^]*cannot find the harbour/,
    )
    await expect(fetch(first.url)).rejects.toThrow('fetch failed')
  })

  test('restarts a service that was killed, continues its log, and says why', async () => {
    const first = fakeService('first', ports[0], { JOURNAL: path.join(logDir, 'journal') })
    const second = fakeService('second', ports[1])
    const options = { logDir, log, restartPauses: [50, 50] }
    group = await startServices([[first], [second]], options)
    const [others] = await pidsOf(second)
    for (const turn of [1, 2]) {
      const [pid = 0] = await pidsOf(first)
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(() => lines.filter((line) => line === 'The first service was restarted.'))
        .toHaveLength(turn)
      expect((await pidsOf(first))[0]).not.toBe(pid)
    }
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^The first service stopped by itself \(signal SIGKILL\)\.[^]*\nIt starts again in 0.05 s\.$/,
      ),
    )
    const written = readFileSync(path.join(logDir, 'first.log'), 'utf8')
    expect(written).toBe('hoisted\n'.repeat(3))
    expect((await pidsOf(second))[0]).toBe(others)
    // Stopping reaches the process that is running now.
    await group.stop()
    expect(readFileSync(path.join(logDir, 'journal'), 'utf8')).toBe('first\n')
  })

  test('gives up a service that keeps exiting, naming it and quoting its last log', async () => {
    const first = fakeService('first', ports[0])
    group = await startServices([[first]], { logDir, log, restartPauses: [10] })
    await fetch(`${first.url}/crash`).catch(() => undefined)
    await expect.poll(() => lines).toContain('The first service was restarted.')
    await fetch(`${first.url}/crash`).catch(() => undefined)
    const failure = await group.crashed
    expect(lines).toContain('The first service ended 2 times in a row: it is not started again.')
    expect(failure.serviceId).toBe('first')
    expect(failure.message).toMatch(
      /^The first service stopped by itself \(exit code 3\)\.[^]*the keel broke/,
    )
    expect(failure.message.match(/the keel broke/g)).toHaveLength(1)
  })

  test('passes to a service only the variables of the machine and the service’s own settings', async () => {
    process.env['LEDGER_KEY'] = 'secret'
    const first = fakeService('first', ports[0])
    group = await startServices([[first]], { logDir, log })
    delete process.env['LEDGER_KEY']
    const { environment } = (await (await fetch(first.url)).json()) as { environment: string[] }
    expect(environment).toEqual(expect.arrayContaining(['PATH', 'PORT', 'NAME']))
    expect(environment).not.toContain('LEDGER_KEY')
  })

  test('can be stopped while it is starting, and leaves nothing running', async () => {
    const abort = new AbortController()
    const never = { ...fakeService('never', ports[1]), isReady: async () => false }
    const first = fakeService('first', ports[0])
    const started = startServices([[first], [never]], { logDir, log, signal: abort.signal })
    await expect.poll(() => lines).toHaveLength(1)
    const pids = await pidsOf(first)
    abort.abort(new Error('enough'))
    await expect(started).rejects.toThrow('enough')
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
    await expect(fetch(never.url)).rejects.toThrow('fetch failed')
  })

  test('restarts a service when its files change', async () => {
    const watched = mkdtempSync(path.join(tmpdir(), 'evenkeel-watched-'))
    const first = { ...fakeService('first', ports[0]), watch: [watched] }
    group = await startServices([[first]], { logDir, log, restartOnChange: true })
    const [before] = await pidsOf(first)
    mkdtempSync(path.join(watched, 'change-'))
    await expect.poll(() => lines).toContain('The first service was restarted.')
    expect((await pidsOf(first))[0]).not.toBe(before)
    rmSync(watched, { recursive: true, force: true })
  })

  test('ends by itself, with every process it started, when the runner is killed', async () => {
    const spec = fakeService('orphan', ports[0])
    const child = spawn(process.execPath, [runner], {
      env: { ...process.env, PORT: String(ports[0]), LOG_DIR: logDir },
      stdio: 'ignore',
    })
    const pids = await vi.waitFor(() => pidsOf(spec), { timeout: 60_000 })
    child.kill('SIGKILL')
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })
})
