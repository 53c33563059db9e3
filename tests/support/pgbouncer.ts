import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { createLog } from '#sandbox/log.mjs'
import { findFreePorts } from '#sandbox/ports.ts'
import { ensurePrograms } from './install-chromium.ts'
import { identity } from './postgresql.ts'

const configuration = (port: number, target: number) => `[databases]
* = host=127.0.0.1 port=${target} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = postgres
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 30
server_connect_timeout = 5
server_login_retry = 1
server_idle_timeout = 10
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`

/**
 * PgBouncer in transaction mode, in front of a PostgreSQL on the port `target` of the loopback
 * address.
 */
export const startPgbouncer = async (target: number) => {
  const [program = ''] = ensurePrograms({ pgbouncer: 'pgbouncer' }, createLog(process.stderr))
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-pgbouncer-'))
  await chmod(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const [port] = await findFreePorts(1)
  const pointTo = (at: number) => writeFile(file, configuration(port!, at))
  await pointTo(target)

  let child: ChildProcess
  const accepts = async (): Promise<boolean> => {
    const socket = connect(port!, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  }
  const start = async () => {
    child = spawn(program, ['--quiet', file], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-2_000)))
    while (!(await accepts())) {
      if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${said}`)
      await pause(50)
    }
  }
  const kill = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  await start()
  return {
    port: port!,
    start,
    kill,
    /** From now on, connects to PostgreSQL on another port. */
    redirect: async (to: number): Promise<void> => {
      await pointTo(to)
      const console_ = new Client({
        connectionString: `postgres://postgres@127.0.0.1:${port}/pgbouncer`,
      })
      await console_.connect()
      await console_.query('RELOAD')
      await console_.end()
    },
    stop: async (): Promise<void> => {
      await kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
