import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '#sandbox/log.mjs'
import { findFreePorts } from '#sandbox/ports.ts'
import { ensurePrograms } from './install-chromium.ts'
import { identity } from './postgresql.ts'

/** Debian 12's. The other tests' binaries lack pg_basebackup, which Patroni needs. */
const binaries = '/usr/lib/postgresql/15/bin'

type Node = { readonly name: string; readonly port: number; readonly rest: number }

/** JSON is valid YAML. A lost primary is replaced after `ttl`, which is at least 20 s. */
const patroniConfiguration = (folder: string, { name, port, rest }: Node, etcd: number) =>
  JSON.stringify({
    scope: 'evenkeel',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          parameters: { max_connections: 300, fsync: 'off', full_page_writes: 'off' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'no-locale', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, name),
      bin_dir: binaries,
      pgpass: path.join(folder, `${name}.pgpass`),
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
      },
    },
  })

const haproxyConfiguration = (port: number, nodes: readonly Node[]) => `defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}\n`).join('')}`

/**
 * A Patroni cluster of three nodes with a synchronous standby, with etcd and behind HAProxy, all
 * on the loopback address.
 */
export const startPatroni = async () => {
  const [patroni = '', etcd = '', haproxy = ''] = ensurePrograms(
    {
      patroni: 'patroni',
      etcd: 'etcd-server',
      haproxy: 'haproxy',
      [`${binaries}/postgres`]: 'postgresql-15',
    },
    createLog(process.stderr),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-patroni-'))
  await chmod(folder, 0o755)
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!)
  const [port, client, peer, ...others] = await findFreePorts(9)
  const nodes = [0, 1, 2].map((index) => ({
    name: `node${index}`,
    port: others[2 * index]!,
    rest: others[2 * index + 1]!,
  }))

  const children: ChildProcess[] = []
  let said = ''
  /** Starts a program that ends with this process, however that ends. */
  const run = (program: string, ...parameters: string[]) => {
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...parameters], {
      ...identity,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-8_000)))
    children.push(child)
    return child
  }

  const at = (to: number) => `http://127.0.0.1:${to}`
  const etcdSettings = {
    '--data-dir': path.join(folder, 'etcd'),
    '--log-level': 'error',
    '--listen-client-urls': at(client!),
    '--advertise-client-urls': at(client!),
    '--listen-peer-urls': at(peer!),
    '--initial-advertise-peer-urls': at(peer!),
    '--initial-cluster': `default=${at(peer!)}`,
  }
  run(etcd, '--unsafe-no-fsync', ...Object.entries(etcdSettings).flat())
  const members = new Map<string, ChildProcess>()
  for (const node of nodes) {
    const file = path.join(folder, `${node.name}.yml`)
    await writeFile(file, patroniConfiguration(folder, node, client!))
    members.set(node.name, run(patroni, file))
  }
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, haproxyConfiguration(port!, nodes))
  run(haproxy, '-db', '-f', file)

  const is = async (role: string, { rest }: Node): Promise<boolean> =>
    fetch(`${at(rest)}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const find = async (role: string) => {
    const answers = await Promise.all(nodes.map((node) => is(role, node)))
    return nodes.filter((_, index) => answers[index])
  }
  const deadline = Date.now() + 120_000
  while ((await find('synchronous')).length === 0 || (await find('replica')).length < 2) {
    if (Date.now() > deadline) throw new Error(`The Patroni cluster did not start:\n${said}`)
    await pause(500)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Kills the primary's node, as if its machine were lost. */
    killPrimary: async (): Promise<void> => {
      const [{ name } = nodes[0]!] = await find('primary')
      const pidFile = path.join(folder, name, 'postmaster.pid')
      const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
      const exited = once(members.get(name)!, 'exit')
      members.get(name)!.kill('SIGKILL')
      process.kill(Number(pid), 'SIGKILL')
      await exited
    },
    stop: async (): Promise<void> => {
      // Patroni stops its PostgreSQL, for which it needs etcd.
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
