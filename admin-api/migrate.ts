/**
 * Migrates the database, and the job queue's tables in it, to what this code needs. Reads only the
 * settings of the database. Safe to repeat, and to run from several places at once.
 */
import { openDatabase } from './data/open-database.ts'
import { pendingMigrations } from './data/pending-migrations.ts'
import { openQueue } from './jobs/queue.ts'
import { fail, openLog } from './process.ts'
import { readDatabase } from './settings/database.ts'
import type { DatabaseSettings } from './settings/database.ts'

/** Which database it is, without its password. */
const nameOf = (where: DatabaseSettings): string => {
  if ('folder' in where) return `the embedded database in ${where.folder}`
  if (!('url' in where)) return 'a database in memory'
  const { host, pathname } = new URL(where.url)
  return `${host}${pathname}`
}

try {
  const { logger, close } = await openLog({ logLevel: 'warn', sentryDsn: null })
  const where = readDatabase(process.env)
  const database = await openDatabase(where, () => {})
  const missing = await pendingMigrations(database.db)
  await database.migrate()
  const queue = await openQueue(database, logger)
  await queue.stop({ graceful: false })
  await database.close()
  await close()
  const applied = missing.length === 0 ? 'nothing to do' : `applied ${missing.join(', ')}`
  process.stdout.write(`migrate: ${applied} (${nameOf(where)})\n`)
} catch (error) {
  fail('migrate', error)
}
