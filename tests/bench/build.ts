/**
 * `npm run bench:build`: cold builds of the site and of a bare Gatsby site with as many pages,
 * alternating; the site once more with 1,000 more member pages; and a second `npm start`.
 * `--rounds=3`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePorts } from '#sandbox/ports.ts'
import { gatsbyCli, projectRoot } from '#sandbox/site-build.ts'
import { readSiteManifest } from '#web/server/site-manifest.ts'
import { environment, layOutFloor } from './floors/floors.ts'
import { readOptions } from './options.ts'
import { residentMemory } from './process-usage.ts'
import { report } from './report.ts'
import { atMost, interleave, median, spread } from './statistics.ts'

const { rounds } = readOptions({ rounds: { usual: 3 } })

type Build = { readonly seconds: number; readonly peak: number }

const sources = [
  'core',
  'adapters',
  'web',
  'gatsby-config.ts',
  'gatsby-node.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'sandbox/sharp-stub',
]

/**
 * Copies the site's sources into a folder of their own and adds this many thousands of team
 * members, in one line whatever the number.
 */
const layOutSite = (name: string, thousands: number): string => {
  const folder = path.join(projectRoot, '.bench', name)
  rmSync(folder, { recursive: true, force: true })
  for (const source of sources)
    cpSync(path.join(projectRoot, source), path.join(folder, source), { recursive: true })
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'))
  const file = path.join(folder, 'web/content/team.ts')
  const text = readFileSync(file, 'utf8')
  const own = 'export const team: readonly Member[] = ['
  if (!text.includes(own)) throw new Error('web/content/team.ts lists the team in another way now.')
  const more = `...Array.from({ length: ${thousands} * 1000 }, (_, at) => ({ ...own[0]!, id: \`member-\${at}\` }))`
  writeFileSync(
    file,
    `${text.replace(own, 'const own: readonly Member[] = [')}
export const team: readonly Member[] = [...own, ${more}]
`,
  )
  return folder
}

const buildCold = async (folder: string, more: NodeJS.ProcessEnv = {}): Promise<Build> => {
  for (const output of ['.cache', 'public'])
    rmSync(path.join(folder, output), { recursive: true, force: true })
  const since = Date.now()
  const child = spawn(process.execPath, [gatsbyCli, 'build'], {
    cwd: folder,
    env: { ...environment, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMemory(child.pid ?? 0))
  }, 500)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`${folder} could not be built.`)
  return { seconds: (Date.now() - since) / 1000, peak }
}

const scriptBytes = (folder: string) => {
  const files = readdirSync(path.join(folder, 'public')).filter((name) => name.endsWith('.js'))
  return files.reduce((sum, name) => sum + statSync(path.join(folder, 'public', name)).size, 0)
}

/**
 * Starts the product as a user would, twice on the same data. Resolves with the time and memory of
 * the second start.
 */
const startTwice = async (): Promise<{ readonly seconds: number; readonly memory: number }> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'evenkeel-bench-start-'))
  const ports = await findFreePorts(6)
  const [site, adminApi, payments, console, mail, authEmulator] = ports.map(String)
  const start = async () => {
    const since = Date.now()
    const child = spawn(process.execPath, ['sandbox/start.mjs'], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        SITE_PORT: site,
        ADMIN_API_PORT: adminApi,
        PAYMENTS_PORT: payments,
        CONSOLE_PORT: console,
        MAIL_PORT: mail,
        AUTH_EMULATOR_PORT: authEmulator,
      },
    })
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.includes('Evenkeel is ready')) break
    }
    const seconds = (Date.now() - since) / 1000
    const memory = residentMemory(child.pid ?? 0)
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    return { seconds, memory }
  }
  try {
    await start()
    return await start()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const site = layOutSite('site', 0)
const floor = layOutFloor('floor-of-pages')
await buildCold(site)
const { pages, documents } = readSiteManifest(site)
/** Each of the two error pages has two documents. */
const pageCount = pages.length + documents.length - 2
const builds = await interleave(rounds, {
  floor: () => buildCold(floor, { FLOOR_PAGES: String(Math.max(0, pageCount - 3)) }),
  ours: () => buildCold(site),
})
const members = 1000
const large = layOutSite('site-of-members', members / 1000)
const largeBuild = await buildCold(large)
const second = await startTwice()

const seconds = (name: 'floor' | 'ours') => builds[name].map((build) => build.seconds)
const peaks = (name: 'floor' | 'ours') => builds[name].map((build) => build.peak)
const share = largeBuild.seconds / median(seconds('ours'))
const grown = scriptBytes(large) - scriptBytes(site)
report({
  id: 'build',
  title: 'Build and start: `npm run bench:build`',
  words: `Cold builds, no cache, ${rounds} rounds in turns with a bare Gatsby site of ${pageCount} pages; memory is resident, of all processes together.`,
  tables: [
    {
      head: ['cold build', 'seconds', 'peak memory, MiB'],
      rows: [
        ['bare Gatsby site', spread(seconds('floor')), spread(peaks('floor'))],
        ['ours', spread(seconds('ours')), spread(peaks('ours'))],
        [
          `ours with ${members} more member pages`,
          largeBuild.seconds.toFixed(0),
          largeBuild.peak.toFixed(0),
        ],
      ],
    },
    {
      head: ['ratio', '', 'bar', ''],
      rows: [
        ['time, ours of bare', ...atMost(median(seconds('ours')) / median(seconds('floor')), 1.5)],
        [
          'peak memory, ours of bare',
          ...atMost(median(peaks('ours')) / median(peaks('floor')), 1.5),
        ],
        [
          `time with ${members} more pages`,
          ...atMost(share, Number(((pageCount + members) / pageCount).toFixed(2))),
        ],
        ['scripts with them, bytes more', ...atMost(grown, 10, 0)],
        ['second `npm start` to ready, seconds', ...atMost(second.seconds, 20, 1)],
        ['resident memory of all services, GiB', ...atMost(second.memory / 1024, 1.5)],
      ],
    },
  ],
})
