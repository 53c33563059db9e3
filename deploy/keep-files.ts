/**
 * `npm run keep-files -- <folder>`: adds to this build the hashed files of another version, for
 * pages of it that are still open. The folder is the other version's. Files that were last built
 * more than a month before that version are not copied.
 */
import { cpSync, existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import { manifestFile, siteFolder } from '../web/server/site-manifest.ts'

const month = 30 * 24 * 3_600_000

const at = (folder: string, kind: string, file = '') => path.join(folder, siteFolder, kind, file)

/**
 * Copies the files with their times. Returns how many there were to copy. Throws when one of the
 * folders has no built site.
 */
export const keepFiles = (from: string, to: string): number => {
  for (const folder of [from, to])
    if (!existsSync(path.join(folder, manifestFile)))
      throw new Error(`There is no built site in ${path.resolve(folder)}.`)
  const since = statSync(path.join(from, manifestFile)).mtimeMs - month
  const kept = globSync('**', { cwd: at(from, 'immutable'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).mtimeMs >= since)
    .map((file) => path.relative(at(from, 'immutable'), file))
    // A folder that is built repeatedly also has hashed files of earlier builds.
    .filter((file) => !['immutable', 'files'].some((kind) => existsSync(at(to, kind, file))))
  for (const file of kept)
    cpSync(at(from, 'immutable', file), at(to, 'immutable', file), { preserveTimestamps: true })
  return kept.length
}

if (import.meta.main) {
  const [from] = process.argv.slice(2)
  if (from === undefined) throw new Error('Usage: npm run keep-files -- <folder of a version>')
  try {
    process.stdout.write(`${keepFiles(from, '.')} files kept\n`)
  } catch (error) {
    process.stderr.write(`keep-files: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
