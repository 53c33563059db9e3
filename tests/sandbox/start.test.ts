import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFreePorts } from '#sandbox/ports.ts'

const entry = new URL('../../sandbox/start.mjs', import.meta.url).pathname

/** Runs the start command to its end. */
const start = (environment: Record<string, string>, args: string[] = []) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], {
      env: { ...process.env, ...environment },
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })

describe('npm start', () => {
  let dataDir: string
  let environment: Record<string, string>

  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-start-'))
    const [site, adminApi, payments, console, mail, authEmulator] = (await findFreePorts(6)).map(
      String,
    ) as [string, string, string, string, string, string]
    environment = {
      DATA_DIR: dataDir,
      SITE_PORT: site,
      ADMIN_API_PORT: adminApi,
      PAYMENTS_PORT: payments,
      CONSOLE_PORT: console,
      MAIL_PORT: mail,
      AUTH_EMULATOR_PORT: authEmulator,
    }
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('names a taken port, the service that wants it and the setting to change', async () => {
    const port = environment['ADMIN_API_PORT']
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(Number(port), '127.0.0.1', resolve)
    })
    const { code, output } = await start(environment)
    server.close()
    expect(output.trim()).toMatch(
      new RegExp(`^Port ${port}, wanted by the admin API, is taken\\. .*ADMIN_API_PORT`),
    )
    expect(code).toBe(1)
  })

  test('names each wrong setting in a line of its own', async () => {
    const { code, output } = await start({
      ...environment,
      SITE_PORT: 'harbour',
      SITE_URL: 'http://localhost/',
    })
    expect(output.trim().split('\n')).toEqual([
      'SITE_PORT is "harbour", but must be a port, 1 to 65535.',
      expect.stringMatching(/^SITE_URL is "http:\/\/localhost\/", but must be an origin/),
    ])
    expect(code).toBe(1)
  })

  test('refuses a data folder that holds other things, even with --fresh', async () => {
    writeFileSync(path.join(dataDir, 'holiday.jpg'), 'sea')
    const { code, output } = await start(environment, ['--fresh'])
    expect(output).toContain(
      `DATA_DIR is ${dataDir}, which holds other things: choose an empty or a new folder.`,
    )
    expect(code).toBe(1)
  })

  test('prints its usage with --help', async () => {
    const { code, output } = await start(environment, ['--help'])
    expect(output).toContain('Usage: npm start')
    expect(code).toBe(0)
  })
})
