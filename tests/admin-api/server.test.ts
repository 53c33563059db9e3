import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityUsers } from '#admin-api/auth/identity-users.ts'
import { startServer } from '#admin-api/server.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import { freshDatabase, startTimeout, testSettings } from './support/harness.ts'
import { runServer } from './support/process.ts'

describe('the server', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'admin-api-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test(
    'keeps its data over a restart, locks its data folder and stops cleanly',
    async () => {
      const headers = { authorization: `Bearer ${unsignedToken()}` }
      const profileFrom = async (url: string) =>
        (await (await fetch(`${url}/api/v1/me`, { headers })).json()) as unknown

      const first = runServer({ DATA_DIR: folder })
      const profile = await profileFrom(await first.url())
      const second = runServer({ DATA_DIR: folder })
      expect((await second.exited)[0]).toBe(1)
      expect(second.text()).toBe(
        `admin-api: The database folder ${folder}/database is in use by another process. Stop that one, or set DATA_DIR to another folder.\n`,
      )
      first.child.kill('SIGTERM')
      expect((await first.exited)[0]).toBe(0)

      const third = runServer({ DATA_DIR: folder })
      expect(await profileFrom(await third.url())).toEqual(profile)
      third.child.kill('SIGINT')
      expect((await third.exited)[0]).toBe(0)
    },
    startTimeout,
  )

  test(
    'exits when the lock of its data folder is lost, since another process may be writing there',
    async () => {
      const own = path.join(folder, 'lost')
      const server = runServer({ DATA_DIR: own })
      await server.url()
      await rm(path.join(own, 'database.lock'), { recursive: true })
      expect((await server.exited)[0]).toBe(1)
      expect(server.text()).toContain(
        `admin-api: The lock of the database folder ${own}/database was lost.\n`,
      )
    },
    startTimeout,
  )

  test(
    'does not create a database in a folder that holds something else or a damaged database',
    async () => {
      const other = path.join(folder, 'other')
      await mkdir(path.join(other, 'database'), { recursive: true })
      await writeFile(path.join(other, 'database/base'), '')
      const wrong = runServer({ DATA_DIR: other })
      expect((await wrong.exited)[0]).toBe(1)
      expect(wrong.text()).toBe(
        `admin-api: The database folder ${other}/database cannot be opened: it holds no database. Restore a backup, or set DATA_DIR to a new folder.\n`,
      )
      await writeFile(path.join(other, 'database/PG_VERSION'), '17\n')
      const damaged = runServer({ DATA_DIR: other })
      expect((await damaged.exited)[0]).toBe(1)
      expect(damaged.text()).toMatch(/cannot be opened: .*Restore a backup/s)
    },
    startTimeout,
  )

  test('prints a line for each wrong setting', async () => {
    const wrong = runServer({ DATA_DIR: folder, ADMIN_API_PORT: 'x', LOG_LEVEL: 'loud' })
    expect((await wrong.exited)[0]).toBe(1)
    expect(wrong.text().trim().split('\n')).toEqual([
      expect.stringContaining('ADMIN_API_PORT'),
      expect.stringContaining('LOG_LEVEL'),
    ])
  })

  test(
    'finishes the requests in progress before it stops',
    async () => {
      let answerAsked = (_response: ServerResponse) => {}
      const asked = new Promise<ServerResponse>((resolve) => {
        answerAsked = resolve
      })
      const provider = await listen((_request, response) => answerAsked(response))
      const server = await startServer({
        ...testSettings({ STRIPE_API_BASE: provider.url }),
        database: await freshDatabase(),
        port: 0,
      })
      const answer = fetch(`${server.url}/api/v1/iap_subscriptions`)
      const waiting = await asked
      const stopped = server.stop()
      waiting
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"object":"list","data":[],"has_more":false}')
      expect((await answer).status).toBe(200)
      await stopped
      await expect(fetch(`${server.url}/health/live`)).rejects.toThrow('fetch failed')
      await provider.close()
    },
    startTimeout,
  )
})

describe('deleting the identity provider’s user', () => {
  const against = async (status: number, body: object) => {
    const seen: string[] = []
    const provider = await listen((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const users = createIdentityUsers({ apiKey: 'k', emulatorHost: new URL(provider.url).host })
    const outcome = await users.delete('token').then(
      () => 'deleted',
      (error: { code: string }) => error.code,
    )
    await provider.close()
    return { outcome, seen }
  }

  test('calls accounts:delete of the identity provider once', async () => {
    expect(await against(200, {})).toEqual({
      outcome: 'deleted',
      seen: ['POST /identitytoolkit.googleapis.com/v1/accounts:delete?key=k'],
    })
  })

  test.each([
    ['USER_NOT_FOUND', 'deleted'],
    ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN : old', 'auth/requires-recent-login'],
    ['SOMETHING_ELSE', 'auth/unavailable'],
  ])('treats the error %s as %s', async (message, outcome) => {
    expect(await against(400, { error: { message } })).toMatchObject({ outcome })
  })

  test('fails as unavailable while the provider returns 503 or cannot be reached', async () => {
    expect(await against(503, {})).toMatchObject({ outcome: 'auth/unavailable' })
    const gone = await listen(() => {})
    await gone.close()
    await expect(
      createIdentityUsers({ apiKey: 'k', emulatorHost: new URL(gone.url).host }).delete('t'),
    ).rejects.toMatchObject({ code: 'auth/unavailable' })
  })

  test.each([
    ['an error response', 503, 'USER_NOT_FOUND', 'deleted'],
    ['an error response', 502, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'auth/requires-recent-login'],
    ['no response', null, 'USER_NOT_FOUND', 'deleted'],
    ['no response', null, 'BACKEND_ERROR', 'unanswered'],
  ])(
    'is tried again after %s (%s), and then treats the error %s as %s',
    async (_what, status, message, outcome) => {
      let asked = 0
      const provider = await listen((request, response) => {
        asked += 1
        if (asked === 2) response.writeHead(400).end(JSON.stringify({ error: { message } }))
        else if (status === null) request.socket.destroy()
        else response.writeHead(status).end()
      })
      const users = createIdentityUsers({ apiKey: 'k', emulatorHost: new URL(provider.url).host })
      const found = await users.delete('token').catch((error: { code: string }) => error.code)
      await provider.close()
      expect([asked, found]).toEqual([2, outcome])
    },
  )

  test.each(['hangs up', 'is silent'])(
    'has the outcome “unanswered” when the provider %s',
    async (how) => {
      const provider = await listen((request) => {
        if (how === 'hangs up') request.socket.destroy()
      })
      const users = createIdentityUsers({
        apiKey: 'k',
        emulatorHost: new URL(provider.url).host,
        timeoutMs: 200,
      })
      expect(await users.delete('token')).toBe('unanswered')
      await provider.close()
    },
  )
})
