/**
 * Copies what the given entries need to run, for a small image: the files that they import, the
 * packages that those import, with all that these depend on. Run it in a folder with the production
 * dependencies: node deploy/copy-runtime.ts <new folder> <entries and other paths>
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

type Package = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Where Node finds a package from a folder: its own node_modules, or the nearest above. */
const findPackage = (name: string, from: string): string | null => {
  const place = path.join(from, 'node_modules', name)
  if (existsSync(path.join(place, 'package.json'))) return place
  return from === '.' ? null : findPackage(name, path.dirname(from))
}

/** The folders of the named packages and of all that they depend on. */
const withDependencies = (names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const place = findPackage(name, from)
    if (place === null || found.has(place)) return
    found.add(place)
    const file = path.join(place, 'package.json')
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as Package
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    for (const each of Object.keys(needed)) add(each, place)
  }
  for (const name of names) add(name, '.')
  return found
}

const [target, ...paths] = process.argv.slice(2)
if (target === undefined) throw new Error('Usage: copy-runtime.ts <new folder> <entries and paths>')
const { metafile } = await build({
  entryPoints: paths.filter((each) => each.endsWith('.ts')),
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  outdir: 'unwritten',
  write: false,
  metafile: true,
})
const packages = Object.values(metafile.inputs)
  .flatMap(({ imports }) => imports.filter(({ external }) => external))
  .map(({ path: specifier }) => nameOf(specifier))
const copied = [
  'package.json',
  ...paths,
  ...Object.keys(metafile.inputs),
  ...withDependencies(packages),
]
for (const each of copied) {
  const own = path.join(each, 'node_modules')
  cpSync(each, path.join(target, each), {
    recursive: true,
    filter: (source) => !source.startsWith(own),
  })
}
process.stdout.write(`${copied.length} files and packages\n`)
