import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { BackupProblem, describeBackup } from '../admin-api/backup/backup-file.ts'
import { askRunningApi } from '../admin-api/backup/local-socket.ts'
import { makeBackup } from '../admin-api/backup/make-backup.ts'
import { restoreBackup } from '../admin-api/backup/restore-backup.ts'
import { checkPartsOf } from '../admin-api/check/check-database.ts'
import { reportCheck } from '../admin-api/check/report.ts'
import { storeLatestBackup } from '../admin-api/data/latest-checks.ts'
import { DiskFull } from '../admin-api/data/disk-guard.ts'
import { DatabaseInUse } from '../admin-api/data/folder-lock.ts'
import { openDatabase } from '../admin-api/data/open-database.ts'
import { DatabaseUnreadable } from '../admin-api/data/pglite.ts'
import { createLogger } from '../admin-api/logger.ts'
import { createStripe } from '../admin-api/payments/stripe-client.ts'
import { reasonOf } from '../admin-api/reason.ts'
import { SettingsError } from '../admin-api/settings/environment.ts'
import type { Environment } from '../admin-api/settings/environment.ts'
import { readDatabase } from '../admin-api/settings/database.ts'
import type { DatabaseSettings } from '../admin-api/settings/database.ts'
import { readSettings } from '../admin-api/settings/settings.ts'
import type { Settings } from '../admin-api/settings/settings.ts'

const usage = `Usage: npm run db:backup -- [FILE]
       npm run db:restore -- FILE [--force]
       npm run db:check -- [--fix]
`

/**
 * An exit code that Node, npm and Docker do not use, so that a script can tell it from a failure.
 */
const differencesLeft = 4

type Print = (line: string) => void

const defaultFile = (now: Date): string =>
  `backups/evenkeel-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`

/**
 * Stores the time of a backup for the metrics. If it cannot be stored, as in an older schema, the
 * backup still counts.
 */
const keepTimeOfBackup = async (where: DatabaseSettings, print: Print): Promise<void> => {
  try {
    const database = await openDatabase(where, () => {})
    await storeLatestBackup(database.db, new Date()).finally(() => database.close())
  } catch (error) {
    print(`The metrics will not show this backup: ${reasonOf(error)}`)
  }
}

const backUp = async (database: DatabaseSettings, file: string, print: Print): Promise<number> => {
  await makeBackup(database, file)
  print(await describeBackup(file))
  if ('url' in database) await keepTimeOfBackup(database, print)
  return 0
}

const restore = async (
  database: DatabaseSettings,
  file: string,
  force: boolean,
  print: Print,
): Promise<number> => {
  const kept = await restoreBackup(file, database, { force })
  print(
    `Restored ${file}. Before the API starts: npm run migrate, then npm run db:check -- --fix (docs/backup.md).`,
  )
  if (kept !== null) print(`What the database held is in ${kept}.`)
  return 0
}

/** Runs the check in the API if that has the data folder open, else on the database itself. */
async function* linesOfCheck(settings: Settings, fix: boolean): AsyncGenerator<string> {
  const { database: where } = settings
  let database
  try {
    database = await openDatabase(where, () => {})
  } catch (error) {
    if (!(error instanceof DatabaseInUse) || !('folder' in where)) throw error
    const answer = await askRunningApi(where.folder, fix ? '/check?fix' : '/check')
    yield* createInterface({ input: Readable.from(answer) })
    return
  }
  try {
    const parts = checkPartsOf(settings, {
      db: database.db,
      stripe: createStripe(settings.stripe),
      clock: () => new Date(),
      log: createLogger('error', process.stderr),
    })
    yield* reportCheck(parts, { fix })
  } finally {
    await database.close()
  }
}

type Line = { readonly isFixed?: boolean; readonly done?: true; readonly failed?: string }

const check = async (settings: Settings, fix: boolean, print: Print): Promise<number> => {
  let open = 0
  for await (const line of linesOfCheck(settings, fix)) {
    const { done, failed, isFixed } = JSON.parse(line) as Line
    if (failed !== undefined) throw new BackupProblem(`The check could not end: ${failed}`)
    if (done) {
      print(open === 0 ? 'No differences.' : `${open} to look at: docs/backup.md says how.`)
      return open === 0 ? 0 : differencesLeft
    }
    if (isFixed !== true) open += 1
    print(line.trim())
  }
  throw new BackupProblem('The check could not end: the API stopped.')
}

const problemOf = (error: unknown): string => {
  if (error instanceof SettingsError) return error.problems.join('\n')
  const isKnown = [BackupProblem, DatabaseInUse, DatabaseUnreadable, DiskFull].some(
    (each) => error instanceof each,
  )
  if (isKnown) return (error as Error).message
  return `It failed: ${reasonOf(error)}`
}

/** Uses the payments sandbox of `npm start` unless a provider is set. */
const withProvider = (environment: Environment): Environment =>
  environment['STRIPE_SECRET_KEY'] || environment['STRIPE_API_BASE']
    ? environment
    : {
        ...environment,
        STRIPE_API_BASE: `http://localhost:${environment['PAYMENTS_PORT'] || 8002}`,
      }

/**
 * Backs up, restores or checks the database that the environment names; only the check reads more
 * than the settings of the database. Exit codes: 0 done, or no differences; 4 differences; 2
 * failure.
 */
export const main = async (
  given: readonly string[],
  environment: Environment,
  print: Print,
): Promise<number> => {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { force: { type: 'boolean' }, fix: { type: 'boolean' } },
    })
    const [command, file] = positionals
    if (command === 'backup')
      return await backUp(readDatabase(environment), file ?? defaultFile(new Date()), print)
    if (command === 'restore' && file !== undefined)
      return await restore(readDatabase(environment), file, values.force === true, print)
    if (command === 'check')
      return await check(readSettings(withProvider(environment)), values.fix === true, print)
    print(usage)
    return 2
  } catch (error) {
    print(problemOf(error))
    return 2
  }
}

if (import.meta.main) {
  const code = await main(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
  process.exit(code)
}
