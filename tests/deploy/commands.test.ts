import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
/**
 * Appends its call to the list of all calls, and fails at the call that FAILING names. Like
 * `kubectl apply`, it also fails when the pipe that it reads from is empty.
 */
const program = `#!/bin/sh
case "$*" in *--filename\\ -) read -r _ || exit 1 ;; esac
echo "\${0##*/} $*" >> "$CALLS"
[ "$(wc -l < "$CALLS")" -ne "$FAILING" ] || exit 3
case "$*" in
  *NRestarts* | *RestartCount*) echo "$RESTARTS" ;;
  *--dry-run*) echo 'kind: Secret' ;;
esac
`
const others = ['cp', 'curl', 'ln', 'mv', 'nginx', 'node', 'pg_restore', 'sleep']
for (const name of ['docker', 'kubectl', 'systemctl', ...others])
  writeFileSync(path.join(bin, name), program, { mode: 0o755 })

const etc = path.join(folder, 'etc')
for (const name of ['evenkeel', 'nginx']) mkdirSync(path.join(etc, name), { recursive: true })

/** The files that the blocks change, as in the folder of a new version. */
const copyDeploy = () =>
  cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true })

/**
 * Runs a block with stub programs and a substitute for `/etc`. Call number `failing` fails, and
 * systemd or Docker report that they restarted the worker `restarts` times.
 */
const run = (block: string, failing: number, restarts = 0) => {
  writeFileSync(calls, '')
  copyDeploy()
  const { status } = spawnSync('sh', ['-c', block.replaceAll('/etc/', `${etc}/`)], {
    cwd: folder,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      CALLS: calls,
      FAILING: String(failing),
      RESTARTS: String(restarts),
    },
  })
  return { status, called: readFileSync(calls, 'utf8').split('\n').slice(0, -1) }
}

describe('the documented commands', () => {
  const replacing = blocks.filter((text) =>
    /up --detach --no|kubectl apply|systemctl restart|db:restore|database\.ts restore/.test(text),
  )

  it('include ten blocks that upgrade, roll back or restore', () => {
    expect(replacing).toHaveLength(10)
  })

  /** The first of its commands, after `set -e`. */
  const named = replacing.map((block) => [block.split('\n')[2]?.trim(), block] as const)

  it.each(named)('stop at the first command that fails: %s …', (_name, block) => {
    const whole = run(block, 0)
    expect(whole.status).toBe(0)
    const calls = whole.called.length
    expect(calls).toBeGreaterThan(1)
    for (let number = 1; number <= calls; number += 1) {
      const { status, called } = run(block, number)
      expect([status === 0, called.length]).toEqual([false, number])
    }
  })

  it('build all images of Compose, including the tools, before starting any', () => {
    const lines = blocks.flatMap((text) => text.match(/^.*docker compose .*\bbuild\b.*$/gm) ?? [])
    const built = lines.filter((line) => !line.includes('--no-build'))
    expect(built).toHaveLength(2)
    for (const each of built) expect(each).toMatch(/compose\.yaml --profile tools build$/)
    expect(blocks.join('')).not.toContain(' --build ')
  })

  it('can be repeated when the Kubernetes objects already exist', () => {
    const created = blocks.flatMap((text) => text.match(/^.*kubectl create .*$/gm) ?? [])
    expect(created.length).toBeGreaterThan(1)
    for (const each of created)
      expect(each).toMatch(/--dry-run=client --output yaml \| kubectl apply --filename -$/)
    const migrating = blocks.filter((text) => text.includes('job/migrate'))
    expect(migrating).toHaveLength(2)
    for (const block of migrating) {
      const { called } = run(block, 0)
      const applied = called.findIndex((call) => call.includes('migrate.yaml'))
      expect(called[applied - 1]).toBe('kubectl delete job migrate --ignore-not-found')
    }
  })

  it.each(['docker tag evenkeel-site evenkeel-site:former', 'evenkeel-migrate@0.2.0'])(
    'stop before the site is restarted if the worker has crashed: %s',
    (text) => {
      const upgrade = blocks.find((block) => block.includes(text))!
      const { status, called } = run(upgrade, 0, 1)
      expect(status).not.toBe(0)
      expect(called.at(-1)).toMatch(/RestartCount|NRestarts/)
      expect(called.some((call) => /restart evenkeel-worker|--wait worker/.test(call))).toBe(true)
      expect(called.filter((call) => /restart evenkeel-site|--wait site/.test(call))).toEqual([])
    },
  )

  it('never reapply the volume claim of the backups, which may have been enlarged since', () => {
    const later = blocks.filter((text) => text.includes('backup.yaml'))
    expect(later).toHaveLength(2)
    for (const block of later) expect(block).not.toMatch(/backup-volume|deploy\/kubernetes$/m)
  })

  it('set up nginx and the link by the same lines in a rollback with Compose as in an upgrade', () => {
    const [upgrade = '', rollback = ''] = [
      'docker tag evenkeel-site evenkeel-site:former',
      'docker tag evenkeel-site:former evenkeel-site',
    ].map((text) => blocks.find((block) => block.includes(text)))
    const changing = /^ .*(?:nginx|\bln\b|WWW=).*$/gm
    expect(upgrade.match(changing)!.length).toBeGreaterThan(4)
    expect(rollback.match(changing)).toEqual(upgrade.match(changing))
  })

  it('turn nginx.conf into one for a single machine, listening on 80 and 443 with IPv4 and IPv6', () => {
    const block = blocks.find((text) => text.includes('> /etc/nginx/nginx.conf'))!
    expect(run(block, 0).status).toBe(0)
    const text = readFileSync(path.join(etc, 'nginx/nginx.conf'), 'utf8')
    const https = 'listen 443 ssl http2; listen [::]:443 ssl http2;'
    expect(text.match(/listen .*/g)).toEqual(['listen 80; listen [::]:80;', https, https])
    expect(text.match(/server \S+:80\d\d/g)).toEqual(
      [8000, 8010, 8001, 8011].map((port) => `server 127.0.0.1:${port}`),
    )
  })

  /** The blocks with this text, with the names and the registry of an operator. */
  const mine = (text: string) =>
    blocks
      .filter((block) => block.includes(text))
      .map((block) =>
        block
          .replace('WWW=www.example.com', 'WWW=www.mine.test')
          .replace('API=api.example.com', 'API=api.mine.test')
          .replace('REGISTRY=registry.example.com', 'REGISTRY=registry.mine.test'),
      )

  it('put your domains into nginx.conf for Compose at a first deployment, an upgrade and a rollback', () => {
    const writing = mine('> /etc/evenkeel/nginx.conf')
    expect(writing).toHaveLength(3)
    for (const block of writing) {
      expect(run(block, 0).status).toBe(0)
      const text = readFileSync(path.join(etc, 'evenkeel/nginx.conf'), 'utf8')
      expect(text.match(/server_name .*/g)).toEqual([
        'server_name www.mine.test;',
        'server_name api.mine.test;',
      ])
    }
  })

  const manifestsNow = () =>
    globSync('deploy/kubernetes/*.yaml', { cwd: folder })
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('')
  /** The images in the manifests, sorted. */
  const imagesNow = () => {
    const images = [...manifestsNow().matchAll(/image: (\S+)/g)].map(([, image = '']) => image)
    return [...new Set(images)].toSorted()
  }
  const imagesOf = (version: string) =>
    ['api', 'site', 'tools'].map((name) => `registry.mine.test/evenkeel-${name}:${version}`)

  it('put your domains into the manifests at a first deployment, an upgrade and a rollback', () => {
    const applying = mine('deploy/kubernetes/*.yaml')
    expect(applying).toHaveLength(3)
    for (const block of applying) {
      expect(run(block, 0).status).toBe(0)
      const text = manifestsNow()
      expect(text).not.toMatch(/(?:www|api)\.example\.com/)
      for (const name of ['www', 'api']) expect(text).toContain(`host: ${name}.mine.test`)
    }
  })

  it('deploy to Kubernetes the images that they have pushed, and the previous ones in a rollback', () => {
    const deployed = mine('deploy/kubernetes/*.yaml').map((block) => {
      const { called } = run(block, 0)
      const pushed = called.flatMap((call) => /^docker push (\S+)/.exec(call)?.[1] ?? [])
      return [pushed, imagesNow()]
    })
    expect(deployed).toEqual([
      [imagesOf('0.1.0'), imagesOf('0.1.0')],
      [imagesOf('0.2.0'), imagesOf('0.2.0')],
      [[], imagesOf('0.1.0')],
    ])
  })

  it('put another version into manifests that already have your domains and registry', () => {
    const [, upgrade = ''] = mine('deploy/kubernetes/*.yaml')
    run(upgrade + upgrade.replace('VERSION=0.2.0', 'VERSION=0.3.0'), 0)
    expect(imagesNow()).toEqual(imagesOf('0.3.0'))
  })
})

describe('the commands for an empty machine', () => {
  const machine = path.join(folder, 'machine')
  const dist = path.join(folder, 'dist')
  for (const each of ['bin', 'usr/local', 'opt'])
    mkdirSync(path.join(machine, each), { recursive: true })
  const programs = {
    'apt-get': 'exit 0',
    dpkg: 'echo amd64',
    /** Copies the file of the last URL into the current folder. */
    curl: `for url; do :; done; cp "${dist}/\${url##*/latest-v24.x/}" .`,
    git: `mkdir -p "$3"; echo "$2" >> "${machine}/cloned"`,
  }
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path.join(machine, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })

  /** Puts this Node and a checksum, which can be wrong, where nodejs.org would offer them. */
  const publish = (node: string, isGenuine = true) => {
    const name = 'node-v24.99.0-linux-x64'
    const file = path.join(dist, `${name}.tar.xz`)
    mkdirSync(path.join(dist, name, 'bin'), { recursive: true })
    writeFileSync(path.join(dist, name, 'bin/node'), node)
    spawnSync('tar', ['--create', '--file', file, '--directory', dist, name])
    const sum = createHash('sha256')
      .update(isGenuine ? readFileSync(file) : 'another')
      .digest('hex')
    const lines = [name.replace('x64', 'arm64'), name].map((each) => `${sum}  ${each}.tar.xz\n`)
    writeFileSync(path.join(dist, 'SHASUMS256.txt'), lines.join(''))
  }
  const installed = path.join(machine, 'usr/local/bin/node')

  const runOn = (text: string) => {
    const block = blocks.find((each) => each.includes(text)) ?? 'false'
    const moved = block.replaceAll(/\/(?:usr\/local|opt)\b/g, (each) => machine + each)
    return spawnSync('sh', ['-c', moved], {
      env: { PATH: `${machine}/bin:${process.env['PATH']}` },
    }).status
  }

  it('install Node where the systemd units look for it, and replace it when they are repeated', () => {
    for (const node of ['the first', 'the second']) {
      publish(node)
      expect(runOn('nodejs.org')).toBe(0)
      expect(readFileSync(installed, 'utf8')).toBe(node)
    }
    for (const unit of globSync('deploy/systemd/*.service', { cwd: root }))
      expect([unit, /^ExecStart=(\S+)/m.exec(read(unit))?.[1]]).toEqual([unit, 'node'])
  })

  it('do not install a Node whose checksum does not match', () => {
    rmSync(installed, { force: true })
    publish('a forged one', false)
    expect(runOn('nodejs.org')).not.toBe(0)
    expect(existsSync(installed)).toBe(false)
  })

  it('clone the repository once, however often they are repeated', () => {
    for (let times = 0; times < 2; times += 1) expect(runOn('git clone')).toBe(0)
    expect(readFileSync(path.join(machine, 'cloned'), 'utf8').split('\n')).toHaveLength(2)
  })

  it('run no program that would prompt and read the next command as the answer', () => {
    const asking = blocks.flatMap(
      (each) => each.match(/^.*(?:apt-get install|createuser).*$/gm) ?? [],
    )
    expect(asking).toHaveLength(4)
    for (const line of asking) expect(line).toMatch(/apt-get install --yes|createuser evenkeel$/)
  })
})
