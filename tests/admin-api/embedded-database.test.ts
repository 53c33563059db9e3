import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DiskFull } from '#admin-api/data/disk-guard.ts'
import { DatabaseInUse, lockFolder } from '#admin-api/data/folder-lock.ts'
import { openPglite } from '#admin-api/data/pglite.ts'
import { somebody, startApi, startTimeout } from './support/harness.ts'
import { runServer } from './support/process.ts'

const me = '/api/v1/me'
const mb = 1024 * 1024

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'admin-api-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the embedded database on a disk that is almost full', () => {
  test(
    'refuses changes, reports the full disk once, is not ready, and recovers once there is room',
    async () => {
      let free = 1000 * mb
      const told: Error[] = []
      const database = await openPglite(
        path.join(folder, 'full'),
        (error) => told.push(error),
        async () => free,
      )
      const api = await startApi({ parts: { database } })
      const as = somebody()
      const change = () => api.patch(me, { firstName: 'Ada' }, { as })
      const isReady = async () => (await api.get('/health/ready')).statusCode
      expect((await change()).statusCode).toBe(200)

      free = 63 * mb
      await expect.poll(isReady).toBe(503)
      const refused = await change()
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'database/unavailable'])
      expect((await api.get(me, { as })).json().data).toMatchObject({ firstName: 'Ada' })
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(told).toEqual([expect.any(DiskFull)])

      free = 1000 * mb
      await expect.poll(isReady).toBe(200)
      expect((await change()).statusCode).toBe(200)
      free = 63 * mb
      await expect.poll(isReady).toBe(503)
      await api.stop()
      await database.close()
    },
    2 * startTimeout,
  )

  test('is not opened, and its lock is released', async () => {
    const own = path.join(folder, 'no-room')
    const opening = openPglite(
      own,
      () => {},
      async () => 63 * mb,
    )
    await expect(opening).rejects.toThrow(`The disk of the database folder ${own} has less than`)
    await (
      await lockFolder(own, () => {})
    )()
  })
})

describe('the lock of the data folder', () => {
  test(
    'is free immediately after its process is killed',
    async () => {
      const own = path.join(folder, 'killed')
      const first = runServer({ DATA_DIR: own })
      await first.url()
      await first.kill('SIGKILL')
      const second = runServer({ DATA_DIR: own })
      expect(await second.url()).toContain('http://127.0.0.1:')
      await second.kill('SIGTERM')
    },
    2 * startTimeout,
  )

  /** Leaves a lock behind as a process would. */
  const leaveLock = async (own: string, owner: object) => {
    await mkdir(`${own}.lock`, { recursive: true })
    await writeFile(`${own}.owner`, JSON.stringify(owner))
  }
  const deadPid = 2 ** 22 + 1

  test('goes to one of two processes when its owner has died', async () => {
    const own = path.join(folder, 'contested')
    await leaveLock(own, { pid: deadPid, host: hostname() })
    const both = await Promise.allSettled([lockFolder(own, () => {}), lockFolder(own, () => {})])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(JSON.parse(await readFile(`${own}.owner`, 'utf8'))).toEqual({
      pid: process.pid,
      host: hostname(),
    })
  })

  test.each([
    ['lives', { pid: process.ppid, host: hostname() }],
    ['is on another machine', { pid: deadPid, host: 'elsewhere' }],
    ['ran in another container', { pid: process.pid, host: hostname() }],
    ['is not named', {}],
  ])('is kept when its owner %s', async (name, owner) => {
    const own = path.join(folder, `kept-${name}`)
    await leaveLock(own, owner)
    await expect(lockFolder(own, () => {})).rejects.toThrow(DatabaseInUse)
  })
})
