import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rootCertificates } from 'node:tls'
import { hostOf } from '../settings/database.ts'
import type { DatabaseAddress } from '../settings/database.ts'
import { BackupProblem } from './backup-file.ts'

/** A password among the arguments of a process could be read by everybody on the machine. */
const connectionOf = ({ url, otherUrls = [], tls = 'off' }: DatabaseAddress, caFile: string) => {
  const address = new URL(url)
  if (otherUrls.length > 0) {
    const hosts = [url, ...otherUrls].map((each) => new URL(each))
    address.searchParams.set('host', hosts.map(hostOf).join(','))
    address.searchParams.set('port', hosts.map(({ port }) => port).join(','))
    address.searchParams.set('target_session_attrs', 'read-write')
  }
  const password = decodeURIComponent(address.password)
  address.password = ''
  const verified = typeof tls === 'object'
  return {
    dbname: address.href,
    environment: {
      PATH: process.env['PATH'],
      ...(password === '' ? {} : { PGPASSWORD: password }),
      PGSSLMODE: verified ? 'verify-full' : tls === 'off' ? 'disable' : 'require',
      ...(verified ? { PGSSLROOTCERT: caFile } : {}),
    },
  }
}

/**
 * Starts one of PostgreSQL's programs with a connection to the database.
 * @throws BackupProblem when it is missing.
 */
const startTool = async (
  tool: 'pg_dump' | 'pg_restore',
  options: readonly string[],
  database: DatabaseAddress,
) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-'))
  const caFile = path.join(folder, 'ca.pem')
  // Older versions of these programs do not know `sslrootcert=system`, so the authorities'
  // certificates go into a file.
  if (typeof database.tls === 'object')
    await writeFile(caFile, database.tls.verified.ca ?? rootCertificates.join('\n'))
  const { dbname, environment } = connectionOf(database, caFile)
  const child = spawn(tool, [...options, '--no-password', '--dbname', dbname], {
    env: environment,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2000)
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => {})
  try {
    await once(child, 'spawn')
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new BackupProblem(
          `${tool} is not on this machine: install PostgreSQL's client programs, of the server's version (on Debian, postgresql-client).`,
        )
      : error
  }
  return {
    child,
    /** Throws BackupProblem with the program's own message when it fails. */
    finish: async (): Promise<void> => {
      const [code] = await closed
      if (code !== 0) throw new BackupProblem(`${tool} failed:\n${said.trim()}`)
    },
    dispose: async (): Promise<void> => {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const portable = ['--no-owner', '--no-privileges']

/**
 * Selects only plpgsql, which pg_dump never dumps, so the archive contains no extension: only a
 * superuser could restore most of them, and the product uses none.
 */
const noExtensions = '--extension=plpgsql'

/** Streams the database as an archive of pg_dump. */
export async function* dumpPostgresql(database: DatabaseAddress): AsyncGenerator<Uint8Array> {
  const { child, finish, dispose } = await startTool(
    'pg_dump',
    ['--format=custom', noExtensions, ...portable],
    database,
  )
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    await finish()
  } finally {
    await dispose()
  }
}

/** Restores an archive of pg_dump into an empty database, all of it or nothing. */
export const restorePostgresql = async (
  database: DatabaseAddress,
  archive: Readable,
): Promise<void> => {
  const options = ['--single-transaction', '--exit-on-error', ...portable]
  const { child, finish, dispose } = await startTool('pg_restore', options, database)
  try {
    // A program that fails closes its input; its own message says why.
    await pipeline(archive, child.stdin).catch(() => {})
    await finish()
  } finally {
    await dispose()
  }
}
