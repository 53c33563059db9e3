import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '#admin-api/data/migrations-folder.ts'
import { openMemory } from '#admin-api/data/pglite.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/migrated-dumps', import.meta.url))
const pglite = fileURLToPath(
  new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
)

/** The migrations and the version of the database: whatever a dump depends on. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(pglite))
  for (const name of (await readdir(migrationsFolder)).toSorted())
    if (name.endsWith('.sql')) hash.update(await readFile(path.join(migrationsFolder, name)))
  return hash.digest('hex').slice(0, 16)
}

const makeDump = async (): Promise<Blob> => {
  const database = await openMemory(null)
  try {
    await database.migrate()
    if (database.connection.kind !== 'pglite') throw new Error('Not an embedded database')
    return await database.connection.client.dumpDataDir('none')
  } finally {
    await database.close()
  }
}

/**
 * The migrated, empty embedded database. Making one takes seconds, loading one a quarter of that,
 * so it is made once for all test files and runs.
 */
export const migratedDump = async (): Promise<Blob> => {
  const file = path.join(cache, `${await fingerprint()}.tar`)
  const kept = await readFile(file).catch(() => null)
  if (kept !== null) return new Blob([kept])
  const dump = await makeDump()
  await mkdir(cache, { recursive: true })
  // Written under another name first, because another process may be writing the same file.
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, dump.stream())
  await rename(unfinished, file)
  return dump
}
