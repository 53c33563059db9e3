import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const blocks = ['docs/operate.md', 'docs/backup.md'].flatMap((page) =>
  [...read(page).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text),
)

const folder = mkdtempSync(path.join(tmpdir(), 'commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

const calls = path.join(folder, 'calls')
const bin = path.join(folder, 'bin')
mkdirSync(bin)
/** Lists its calls together with those of the others, and fails at the one that it is told. */
const program = `#!/bin/sh
echo "\${0##*/} $*" >> "$CALLS"
[ "$(wc -l < "$CALLS")" -ne "$FAILING" ] || exit 3
`
for (const name of ['curl', 'docker', 'kubectl', 'ln', 'mv', 'nginx', 'systemctl'])
  writeFileSync(path.join(bin, name), program, { mode: 0o755 })

/** Runs a block with programs that do nothing; the call with this number fails. */
const run = (block: string, failing: number, cwd = folder) => {
  writeFileSync(calls, '')
  const { status } = spawnSync('sh', ['-c', block], {
    cwd,
    env: { PATH: `${bin}:${process.env['PATH']}`, CALLS: calls, FAILING: String(failing) },
  })
  return { status, called: readFileSync(calls, 'utf8').split('\n').slice(0, -1) }
}

describe('the documented commands', () => {
  const replacing = blocks.filter((text) =>
    /up --detach --no|kubectl apply|systemctl restart|pg_dump|pg_restore/.test(text),
  )

  it('include those of each upgrade, the rollback, the backup and the restore', () => {
    expect(replacing).toHaveLength(7)
  })

  /** The first of its commands, after `set -e`. */
  const named = replacing.map((block) => [block.split('\n')[2]?.trim(), block] as const)

  it.each(named)('end at the first one that fails: %s …', (_name, block) => {
    writeFileSync(path.join(folder, 'evenkeel.dump'), '')
    mkdirSync(path.join(folder, 'deploy/kubernetes'), { recursive: true })
    writeFileSync(path.join(folder, 'deploy/kubernetes/api.yaml'), '')
    const whole = run(block, 0)
    expect(whole.status).toBe(0)
    const calls = whole.called.length
    expect(calls).toBeGreaterThan(1)
    for (const [index, call] of whole.called.entries()) {
      // One that may fail is said so, and the last of the block is not.
      const mayFail = block.includes(`${call} || true`) && index < calls - 1
      const { status, called } = run(block, index + 1)
      expect([status === 0, called.length]).toEqual(mayFail ? [true, calls] : [false, index + 1])
    }
  })

  it('build the tools when they run them, since nothing else does', () => {
    const runs = blocks.flatMap((text) => text.match(/ run .*\btools\b/g) ?? [])
    expect(runs.length).toBeGreaterThan(2)
    for (const each of runs) expect(each).toContain(' --build ')
  })

  it('make of nginx.conf one that listens at the ports of one machine, on IPv4 and IPv6', () => {
    const block = blocks.find((text) => text.includes('WWW='))!
    const made = path.join(folder, 'nginx.conf')
    expect(run(block.replaceAll('/etc/nginx/nginx.conf', made), 0, root).status).toBe(0)
    const text = readFileSync(made, 'utf8')
    const https = 'listen 443 ssl http2; listen [::]:443 ssl http2;'
    expect(text.match(/listen .*/g)).toEqual(['listen 80; listen [::]:80;', https, https])
    expect(text.match(/server \S+:80\d\d/g)).toEqual(
      [8000, 8010, 8001, 8011].map((port) => `server 127.0.0.1:${port}`),
    )
  })
})
