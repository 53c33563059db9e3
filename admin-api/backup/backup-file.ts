import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../data/database.ts'
import { migrationsFolder } from '../data/migrations-folder.ts'

/** The first line of a backup, as JSON; its data follow. */
export type BackupHeader = {
  readonly evenkeelBackup: 1
  /** `embedded`: a gzipped tar of the data folder; `postgresql`: an archive of pg_dump. */
  readonly kind: 'embedded' | 'postgresql'
  /** The newest migration that the data have had. */
  readonly schema: string
  /** RFC 3339. */
  readonly madeAt: string
}

/** Its message is for the operator. */
export class BackupProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupProblem'
  }
}

type Journal = { readonly entries: readonly { readonly when: number; readonly tag: string }[] }

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal

/** The header of a backup that is made now. */
export const headerOf = async (
  db: Database,
  kind: BackupHeader['kind'],
  now: Date,
): Promise<BackupHeader> => {
  const { rows } = (await db.execute(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { newest: string | null }[] }
  const { entries } = await readJournal()
  const applied = entries.find(({ when }) => String(when) === rows[0]?.newest)
  if (applied === undefined)
    throw new BackupProblem('The database has had migrations that this version does not know.')
  return { evenkeelBackup: 1, kind, schema: applied.tag, madeAt: now.toISOString() }
}

/** A header as the line that begins a backup. */
export const headerLine = (header: BackupHeader): string => `${JSON.stringify(header)}\n`

/** Writes a file under a temporary name first: a file that exists is complete. */
export const writeWhole = async (
  file: string,
  parts: AsyncIterable<Uint8Array | string>,
): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true })
  const unfinished = `${file}.part`
  try {
    const to = createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(Readable.from(parts, { objectMode: true }), to)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const longestHeader = 1000

/**
 * Opens a backup: its header, and its data as a stream.
 * @throws BackupProblem when it is invalid or of a newer version.
 */
export const openBackup = async (file: string) => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`The backup ${file} cannot be read: ${error.code ?? error.message}.`)
  })
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
    .finally(() => handle.close())
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  let header: Partial<BackupHeader> = {}
  try {
    header = JSON.parse(buffer.toString('utf8', 0, Math.max(end, 0))) as BackupHeader
  } catch {}
  const { evenkeelBackup, kind, schema, madeAt } = header
  const isWhole = kind !== undefined && schema !== undefined && madeAt !== undefined
  if (evenkeelBackup !== 1 || !isWhole)
    throw new BackupProblem(`The file ${file} is no backup of this product.`)
  if (!(await readJournal()).entries.some(({ tag }) => tag === schema))
    throw new BackupProblem(
      `The backup has the schema ${schema}, which this version does not know: restore it with the version that made it.`,
    )
  return {
    header: { evenkeelBackup, kind, schema, madeAt },
    data: () => createReadStream(file, { start: end + 1 }),
  }
}
