import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFreePorts } from '#sandbox/ports.ts'

describe('the payments sandbox as a process', () => {
  let folder: string
  let port: number
  let running: ChildProcess

  const start = async () => {
    running = spawn(
      'node',
      ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'sandbox/payments/main.ts'],
      {
        env: {
          ...process.env,
          PAYMENTS_PORT: String(port),
          DATA_DIR: folder,
          ADMIN_API_URL: 'http://127.0.0.1:9',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    if (!running.stdout) throw new Error('no output')
    const [line] = (await once(running.stdout, 'data')) as [Buffer]
    return line.toString('utf8')
  }

  const stop = async (signal: NodeJS.Signals) => {
    running.kill(signal)
    const [code] = (await once(running, 'exit')) as [number | null]
    return code
  }

  const stripe = () =>
    new Stripe('sk_test_sandbox', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-'))
    ;[port = 0] = await findFreePorts(1)
  })

  afterEach(async () => {
    if (running.exitCode === null && running.signalCode === null) await stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  test('prints its address, keeps its state across a restart, and exits cleanly', async () => {
    expect(await start()).toBe(`Payments sandbox: http://localhost:${port}\n`)
    const customer = await stripe().customers.create({ email: 'kept@example.com' })
    expect((await fetch(`http://localhost:${port}/_sandbox/health`)).status).toBe(200)
    expect(await stop('SIGTERM')).toBe(0)
    await start()
    expect(await stripe().customers.retrieve(customer.id)).toMatchObject({
      email: 'kept@example.com',
    })
  })

  test('loses nothing it acknowledged when it is killed', async () => {
    await start()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stripe().customers.create({ metadata: { index: String(index) } }),
      ),
    )
    await stop('SIGKILL')
    await start()
    const { data } = await stripe().customers.list({ limit: 100 })
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
  })

  test('refuses a taken port in one line, and leaves the process that runs there alone', async () => {
    await start()
    const first = running
    const second = spawn(
      'node',
      ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'sandbox/payments/main.ts'],
      {
        env: { ...process.env, PAYMENTS_PORT: String(port), DATA_DIR: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const [[line], [code]] = (await Promise.all([
      once(second.stderr, 'data'),
      once(second, 'exit'),
    ])) as [[Buffer], [number]]
    expect(line.toString('utf8')).toBe(`Payments sandbox: port ${port} is taken (PAYMENTS_PORT)\n`)
    expect(code).toBe(1)
    expect(first.exitCode).toBeNull()
  })
})
