/**
 * Brings the database, and the job queue's tables in it, to what this code needs. Reads only the
 * settings of the database. Safe to repeat, and to run from several places at once.
 */
import { openDatabase } from './data/open-database.ts'
import { pendingMigrations } from './data/pending-migrations.ts'
import { openQueue } from './jobs/queue.ts'
import { fail, openLog } from './process.ts'
import { readDatabase } from './settings/database.ts'

try {
  const { logger, close } = await openLog({ logLevel: 'warn', sentryDsn: null })
  const database = await openDatabase(readDatabase(process.env), () => {})
  const missing = await pendingMigrations(database.db)
  await database.migrate()
  const queue = await openQueue(database, logger)
  await queue.stop({ graceful: false })
  await database.close()
  await close()
  const applied = missing.length === 0 ? 'nothing to do' : `applied ${missing.join(', ')}`
  process.stdout.write(`migrate: ${applied}\n`)
} catch (error) {
  fail('migrate', error)
}
