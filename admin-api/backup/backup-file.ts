import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../data/database.ts'
import { isKnownSchema, schemaOf } from '../data/pending-migrations.ts'

/** The first line of a backup, as JSON; the data follows. */
export type BackupHeader = {
  readonly evenkeelBackup: 1
  /** `embedded`: a gzipped tar of the data folder; `postgresql`: an archive of pg_dump. */
  readonly kind: 'embedded' | 'postgresql'
  /** The newest migration that was applied: its name, or its timestamp when the name is unknown. */
  readonly schema: string
  /** RFC 3339. */
  readonly madeAt: string
}

/** A problem that the operator has to solve; the message is written for them. */
export class BackupProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupProblem'
  }
}

/** The header for a backup made at `now`. */
export const headerOf = async (
  db: Database,
  kind: BackupHeader['kind'],
  now: Date,
): Promise<BackupHeader> => ({
  evenkeelBackup: 1,
  kind,
  schema: await schemaOf(db),
  madeAt: now.toISOString(),
})

/** A header as the line that begins a backup. */
export const headerLine = (header: BackupHeader): string => `${JSON.stringify(header)}\n`

/** Writes a file under a temporary name first, so that a file that exists is complete. */
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
 * Reads a backup's header, and where its data begins.
 * @throws BackupProblem when it is not a backup.
 */
const readHeader = async (file: string) => {
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
  return { header: { evenkeelBackup, kind, schema, madeAt }, dataFrom: end + 1 }
}

/** A sentence that describes a backup to the operator who made it. */
export const describeBackup = async (file: string): Promise<string> => {
  const { kind, schema } = (await readHeader(file)).header
  const what = `${file}: the ${kind} database with the schema ${schema}`
  return isKnownSchema(schema)
    ? `${what}.`
    : `${what}, which this version does not know: only a newer one can restore it.`
}

/**
 * Opens a backup: its header, and its data as a stream.
 * @throws BackupProblem when it is invalid or from a newer version.
 */
export const openBackup = async (file: string) => {
  const { header, dataFrom } = await readHeader(file)
  if (!isKnownSchema(header.schema))
    throw new BackupProblem(
      `The backup has the schema ${header.schema}, which this version does not know: restore it with a newer version.`,
    )
  return { header, data: () => createReadStream(file, { start: dataFrom }) }
}
