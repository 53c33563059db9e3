import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#sandbox/site-build.ts'
import { buildStatsFile } from '#web/gatsby/internals.ts'

/** One built version of the site, in a folder of its own. */
export type Version = {
  readonly name: string
  readonly folder: string
  /** Text of its home page that no other version has. */
  readonly headline: string
  /** Addresses of the scripts of its own build. */
  readonly scripts: ReadonlySet<string>
  /** The source of one of its scripts. */
  readonly textOf: (script: string) => string
}

/** What deploy/Containerfile copies for a build. */
const sources = [
  'admin-api',
  'adapters',
  'core',
  'deploy',
  'sandbox',
  'static',
  'web',
  'gatsby-config.ts',
  'gatsby-node.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const hero = 'web/screens/home/hero.tsx'
const headline = 'Money gets calmer when you know what you believe about it.'

/** Runs Node with the arguments in a folder. Throws its output when it fails. */
export const runIn = async (folder: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', ...args],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} failed in ${folder}:\n${said}`)
}

type Stats = { readonly namedChunkGroups: Readonly<Record<string, { assets: { name: string }[] }>> }

const scriptsOf = (folder: string): ReadonlySet<string> => {
  const stats = JSON.parse(
    readFileSync(path.join(folder, `public/${buildStatsFile}`), 'utf8'),
  ) as Stats
  const names = Object.values(stats.namedChunkGroups).flatMap(({ assets }) =>
    assets.map(({ name }) => name),
  )
  return new Set(names.filter((name) => name.endsWith('.js')).map((name) => `/${name}`))
}

/** Removes what an earlier run kept of other versions. */
const forgetKept = (folder: string): void => {
  const files = path.join(folder, '.cache/site-server/immutable')
  for (const entry of globSync('**/*.js', { cwd: files }))
    if (!existsSync(path.join(folder, 'public', entry)))
      for (const ending of ['', '.br', '.gz'])
        rmSync(path.join(files, entry + ending), { force: true })
}

/**
 * The site with these words as its headline, built unless an earlier run left it in `.bench`, which
 * git ignores.
 */
export const buildVersion = async (name: string, words = headline): Promise<Version> => {
  const folder = path.join(projectRoot, '.bench/deployment', name)
  mkdirSync(folder, { recursive: true })
  for (const each of sources) {
    const target = path.join(folder, each)
    rmSync(target, { recursive: true, force: true })
    cpSync(path.join(projectRoot, each), target, { recursive: true })
  }
  const modules = path.join(folder, 'node_modules')
  if (!existsSync(modules)) symlinkSync(path.join(projectRoot, 'node_modules'), modules)
  const file = path.join(folder, hero)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(headline)) throw new Error(`${hero} has a different headline from this proof.`)
  writeFileSync(file, text.replace(headline, words))
  await runIn(folder, 'deploy/build-site.ts')
  forgetKept(folder)
  return {
    name,
    folder,
    headline: words,
    scripts: scriptsOf(folder),
    textOf: (script) => readFileSync(path.join(folder, 'public', script), 'utf8'),
  }
}
