import { checkPartsOf } from '../check/check-database.ts'
import type { JobParts } from '../jobs/background.ts'
import type { Settings } from '../settings/settings.ts'

/** Lets tools on this machine work with the embedded database, which this process has open. */
export const startLocalWork = async (
  settings: Settings,
  { database, stripe, clock, logger }: JobParts,
): Promise<{ stop(): Promise<void> } | null> => {
  const { connection, db } = database
  const { database: where } = settings
  if (connection.kind !== 'pglite' || !('folder' in where)) return null
  const { backUpEmbedded } = await import('./make-backup.ts')
  const { serveLocally } = await import('./local-socket.ts')
  const { reportCheck } = await import('../check/report.ts')
  const parts = checkPartsOf(settings, { db, stripe, clock, log: logger })
  try {
    return await serveLocally(where.folder, {
      '/backup': () => backUpEmbedded(database, connection.client),
      '/check': () => reportCheck(parts, { fix: false }),
      '/check?fix': () => reportCheck(parts, { fix: true }),
    })
  } catch (error) {
    logger.warn({ err: error }, 'no backup is possible while this process runs')
    return null
  }
}
