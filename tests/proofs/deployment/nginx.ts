import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '#sandbox/log.mjs'
import { findFreePorts, isFree } from '#sandbox/ports.ts'
import { projectRoot } from '#sandbox/site-build.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import { ensurePrograms } from '#tests/support/install-chromium.ts'

type Upstreams = { readonly site: readonly number[]; readonly api: readonly number[] }

/** Replaces the pattern. Throws when it is missing, because nginx.conf has changed. */
const replaced = (text: string, place: RegExp, by: (...found: string[]) => string): string => {
  if (text.search(place) < 0) throw new Error(`nginx.conf has no ${String(place)} any more.`)
  return text.replace(place, by)
}

/**
 * nginx with deploy/nginx/nginx.conf, in front of servers on these ports of the loopback address.
 * Its names stay www.example.com and api.example.com; `ca` (PEM) signed its certificate.
 */
export const startNginx = async (upstreams: Upstreams) => {
  const [program = ''] = ensurePrograms({ nginx: 'nginx' }, createLog(process.stderr))
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-nginx-'))
  await chmod(folder, 0o755)
  const at = (name: string) => path.join(folder, name)
  const [port = 0, plainPort = 0] = await findFreePorts(2)
  const { certificate, key } = selfSigned('*.example.com')
  await writeFile(at('tls.crt'), certificate)
  await writeFile(at('tls.key'), key, { mode: 0o600 })

  let text = await readFile(path.join(projectRoot, 'deploy/nginx/nginx.conf'), 'utf8')
  const pair = /server (site|api)-1:\d{4}( [^;\n]+;\n) {4}server \1-2:[^;\n]+;\n/g
  text = replaced(text, pair, (_, name = '', end = '') =>
    upstreams[name as keyof Upstreams].map((each) => `server 127.0.0.1:${each}${end}`).join('    '),
  )
  text = replaced(text, /\/etc\/nginx\/tls\//g, () => `${folder}/`)
  text = replaced(text, /listen 8080;/, () => `listen 127.0.0.1:${plainPort};`)
  text = replaced(text, /listen 8443 /g, () => `listen 127.0.0.1:${port} `)
  text = replaced(text, /error_log stderr alert;/, () => 'error_log stderr error;')
  await writeFile(at('nginx.conf'), text)

  const child = spawn(
    program,
    ['-c', at('nginx.conf'), '-e', 'stderr', '-g', `daemon off; pid ${at('nginx.pid')};`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  while (await isFree(port)) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said}`)
    await pause(50)
  }
  return {
    port,
    ca: certificate,
    pid: child.pid ?? 0,
    /** What it logged as an error or worse. */
    errors: (): readonly string[] =>
      said.split('\n').filter((line) => /\[(error|crit|alert|emerg)\]/.test(line)),
    stop: async (): Promise<void> => {
      child.kill('SIGQUIT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
