import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

const defaults = {
  LOG_LEVEL: 'silent',
  ADMIN_API_PORT: '0',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  REVOCATION_CHECK_SECONDS: '0',
}

/**
 * Runs `admin-api/server.ts`, or another entry, as its own process, by default on a free port.
 * `text` is its output.
 */
export const runServer = (
  environment: Readonly<Record<string, string>>,
  entry: 'server' | 'worker' | 'migrate' = 'server',
) => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', `admin-api/${entry}.ts`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...defaults, ...environment },
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  // Not 'exit', because output of the process may still arrive after that event.
  const exited = once(child, 'close') as Promise<[number | null, string | null]>
  return {
    child,
    exited,
    text: () => text,
    /** The address it listens on. Rejects with its output if it exits first. */
    url: async (): Promise<string> => {
      for (;;) {
        const url = /listening on (\S+)/.exec(text)?.[1]
        if (url !== undefined) return url
        await Promise.race([
          once(child.stdout, 'data'),
          exited.then(() => {
            throw new Error(text)
          }),
        ])
      }
    },
    kill: async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal)
      await exited
    },
  }
}

export type ServerProcess = ReturnType<typeof runServer>
