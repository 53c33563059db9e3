import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** What the units of systemd start. */
const started = globSync('deploy/systemd/*.service', { cwd: root }).map((unit) => {
  const [line = ''] = /^ExecStart=.*$/m.exec(readFileSync(path.join(root, unit), 'utf8')) ?? []
  return /(?:admin-api|web|deploy)\/\S+\.ts/.exec(line)?.[0] ?? unit
})
const files = [...new Set([...started, 'deploy/doctor.ts', 'deploy/keep-files.ts'])]

const folder = mkdtempSync(path.join(tmpdir(), 'entry-points-'))
afterAll(() => rmSync(folder, { recursive: true }))
const current = path.join(folder, 'current')
symlinkSync(root, current)

describe('an entry point that is started by a path through the link /opt/evenkeel/current', () => {
  it.each(files)('runs, and refuses wrong settings: %s', (file) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(current, file)], {
      cwd: folder,
      env: { LOG_LEVEL: 'loud', DATABASE_URL: 'wrong' },
      encoding: 'utf8',
    })
    expect(status).toBeGreaterThan(0)
    expect(stdout + stderr).toMatch(/LOG_LEVEL|DATABASE_URL|SITE_CONFIG|Usage/)
  })
})
