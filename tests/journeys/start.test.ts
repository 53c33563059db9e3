import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePorts } from '#sandbox/ports.ts'
import { serviceFlags } from '#sandbox/service.ts'
import { projectRoot } from '#sandbox/site-build.ts'

const entry = new URL('../../sandbox/start.mjs', import.meta.url).pathname
const slow = 300_000
const account = { email: 'grace@example.com', password: 'Lighthouse7', returnSecureToken: true }

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

const processes = () =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))

/** The process and its descendants. */
const familyOf = (pid: number): number[] => {
  const all = processes()
  const grow = (parent: number): number[] => [
    parent,
    ...all.filter((each) => each.parent === parent).flatMap((each) => grow(each.pid)),
  ]
  return grow(pid)
}
const living = (pids: number[]) => processes().filter(({ pid }) => pids.includes(pid))

describe('npm start', () => {
  let dataDir: string
  let ports: number[]
  let environment: Record<string, string>
  let started: Started

  const start = async () => {
    const child = spawn(process.execPath, [entry], { env: { ...process.env, ...environment } })
    let output = ''
    const collect = (chunk: unknown) => {
      output += String(chunk)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', (code) => resolve(code))
    })
    started = { child, output: () => output, ended }
    await vi.waitFor(
      () => {
        if (child.exitCode !== null) return
        expect(output).toContain('Evenkeel is ready')
      },
      { timeout: slow, interval: 100 },
    )
    expect(output).toContain(`Evenkeel is ready: http://localhost:${ports[0]}\n`)
  }
  const ask = async (action: string) => {
    const answer = await fetch(
      `http://127.0.0.1:${ports[4]}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=any`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      },
    )
    return (await answer.json()) as { idToken: string }
  }
  const profileOf = async ({ idToken }: { idToken: string }) => {
    const answer = await fetch(`http://localhost:${ports[1]}/api/v1/me`, {
      headers: { authorization: `Bearer ${idToken}` },
    })
    return ((await answer.json()) as { data: { id: string; email: string } }).data
  }

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-start-'))
    ports = await findFreePorts(6)
    const [site, adminApi, payments, console, authEmulator, mail] = ports.map(String) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    environment = {
      DATA_DIR: dataDir,
      SITE_PORT: site,
      ADMIN_API_PORT: adminApi,
      PAYMENTS_PORT: payments,
      CONSOLE_PORT: console,
      MAIL_PORT: mail,
      AUTH_EMULATOR_PORT: authEmulator,
    }
    await start()
  }, slow)
  afterAll(async () => {
    started.child.kill('SIGTERM')
    await started.ended
    rmSync(dataDir, { recursive: true, force: true })
  }, slow)

  test('prints the address of each service', () => {
    const [site, adminApi, payments, console, authEmulator] = ports
    const lines = started
      .output()
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '))
    expect(lines).toEqual(
      expect.arrayContaining([
        `Auth emulator http://127.0.0.1:${authEmulator}`,
        `payments sandbox http://localhost:${payments}`,
        `sandbox console http://localhost:${console}`,
        `admin API http://localhost:${adminApi}`,
        `site http://localhost:${site}`,
      ]),
    )
  })

  test('gives the browser this run’s addresses even though all runs share one build', async () => {
    const config = (await (
      await fetch(`http://localhost:${ports[0]}/config.json`)
    ).json()) as Record<string, unknown>
    expect(config).toMatchObject({
      adminApiUrl: `http://localhost:${ports[1]}`,
      authEmulatorUrl: `http://127.0.0.1:${ports[4]}`,
      stripe: { scriptUrl: `http://localhost:${ports[2]}/v3/stripe.js` },
    })
  })

  test(
    'stops cleanly on SIGTERM, leaves no process, and keeps its data and its build for the next start',
    async () => {
      const profile = await profileOf(await ask('signUp'))
      expect(profile.email).toBe(account.email)
      const family = familyOf(started.child.pid ?? 0)
      expect(family.length).toBeGreaterThan(6)
      started.child.kill('SIGTERM')
      expect(await started.ended).toBe(0)
      await expect.poll(() => living(family)).toEqual([])

      await start()
      expect(started.output()).not.toMatch(/Building|Installing/)
      expect(await profileOf(await ask('signInWithPassword'))).toMatchObject({ id: profile.id })
    },
    slow,
  )

  test(
    'keeps answering when a process of the site is killed, and replaces it',
    async () => {
      const site = `http://localhost:${ports[0]}`
      const answering = () => {
        const family = familyOf(started.child.pid ?? 0)
        const isServer = (line: string) =>
          line.includes('web/server/main.ts') && family.includes(Number.parseInt(line, 10))
        const lines = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
          .stdout.split('\n')
          .filter(isServer)
        const pids = lines.map((line) => Number.parseInt(line, 10))
        // Without the primary process, which is the parent of the others.
        return processes()
          .filter(({ pid, parent }) => pids.includes(pid) && pids.includes(parent))
          .map(({ pid }) => pid)
      }
      const [first = 0, second] = answering()
      const replaced = async (killed: number) => {
        process.kill(killed, 'SIGKILL')
        return vi.waitFor(
          () => {
            const now = answering()
            expect(now).toHaveLength(2)
            expect(now).toContain(second)
            expect(now).not.toContain(killed)
            return now.find((pid) => pid !== second) ?? 0
          },
          { timeout: 60_000, interval: 50 },
        )
      }
      // The second time, the process is killed before it listens.
      await replaced(await replaced(first))
      expect((await fetch(`${site}/health`)).status).toBe(200)
    },
    slow,
  )

  test(
    'has a site that exits on SIGTERM even while its parent keeps an IPC channel open',
    async () => {
      const [port] = await findFreePorts(1)
      const siteUrl = `http://localhost:${port}`
      const server = spawn(process.execPath, [...serviceFlags, 'web/server/main.ts'], {
        cwd: projectRoot,
        env: {
          ...process.env,
          SITE_PORT: String(port),
          SITE_PROCESSES: '2',
          SITE_CONFIG: await (await fetch(`http://localhost:${ports[0]}/config.json`)).text(),
          ADMIN_API_URL: `http://localhost:${ports[1]}`,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const exit = once(server, 'exit')
      try {
        await vi.waitFor(async () => expect((await fetch(`${siteUrl}/health`)).status).toBe(200), {
          timeout: 60_000,
          interval: 100,
        })
        server.kill('SIGTERM')
        expect(await Promise.race([exit, pause(30_000, 'still running')])).toEqual([0, null])
      } finally {
        server.kill('SIGKILL')
      }
    },
    slow,
  )

  test.each([
    ['admin API', 'admin-api/server.ts'],
    ['site', 'web/server/main.ts'],
    ['Auth emulator', 'firebase.js'],
  ])(
    'restarts the %s when it is killed, and keeps its data',
    async (title, script) => {
      // Refused if an earlier test has already created the account.
      await ask('signUp')
      const family = familyOf(started.child.pid ?? 0)
      const pids = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.includes(script))
        .map((line) => Number.parseInt(line, 10))
        .filter((pid) => family.includes(pid))
      // The primary among the site's processes, which starts the others.
      const leader = processes().find(
        ({ pid, parent }) => pids.includes(pid) && !pids.includes(parent),
      )
      const saidBefore = started.output().length
      const said = () => started.output().slice(saidBefore)
      process.kill(leader!.pid, 'SIGKILL')
      await vi.waitFor(() => expect(said()).toContain(`The ${title} was restarted.\n`), {
        timeout: slow,
        interval: 100,
      })
      expect(said()).toContain(`The ${title} stopped by itself (signal SIGKILL).`)
      expect((await profileOf(await ask('signInWithPassword'))).email).toBe(account.email)
      expect((await fetch(`http://localhost:${ports[0]}/health`)).status).toBe(200)
    },
    2 * slow,
  )
})
