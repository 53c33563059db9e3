/**
 * Copies what the given entries need at run time, for a small image: the files that they import,
 * and only those files of the packages that they load. Run it in a folder with the production
 * dependencies: node deploy/copy-runtime.ts <new folder> <entries and other paths>
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { build } from 'esbuild'

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
const specifiers = Object.values(metafile.inputs)
  .flatMap(({ imports }) => imports.filter(({ external }) => external))
  .map(({ path: specifier }) => specifier)
// The tracer cannot read TypeScript, so it starts from a generated file that imports every package.
const entry = 'node_modules/.cache/runtime-packages.mjs'
mkdirSync(path.dirname(entry), { recursive: true })
writeFileSync(
  entry,
  [...new Set(specifiers)].map((specifier) => `import ${JSON.stringify(specifier)}\n`).join(''),
)
const { fileList } = await nodeFileTrace([entry])
fileList.delete(entry)
const copied = ['package.json', ...paths, ...Object.keys(metafile.inputs), ...fileList]
for (const each of copied)
  cpSync(each, path.join(target, each), {
    recursive: true,
    verbatimSymlinks: true,
    // A later build decides by a file's modification time whether to keep it.
    preserveTimestamps: true,
  })
process.stdout.write(`${copied.length} files and folders\n`)
