import { storeNightlyCheck } from '../data/nightly-checks.ts'
import { checkDatabase } from './check-database.ts'
import type { CheckParts } from './check-database.ts'

type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** How many differences are logged one by one. */
const most = 100

/**
 * Logs what differs from the payment provider, and keeps the number of each kind of difference for
 * the metrics; logs why when that is unknown. Fixes nothing.
 */
export const checkByNight = async (parts: CheckParts & { readonly log: Log }): Promise<void> => {
  const { db, clock, log } = parts
  let count = 0
  const differences: Record<string, number> = {}
  try {
    for await (const { isFixed: _, ...difference } of checkDatabase(parts, { fix: false })) {
      count += 1
      differences[difference.kind] = (differences[difference.kind] ?? 0) + 1
      if (count <= most) log.warn({ difference }, 'the database differs from the provider')
    }
    await storeNightlyCheck(db, { checkedAt: clock(), differences })
    log.info({ count }, 'the database was compared with the provider')
  } catch (error) {
    log.warn({ err: error, count }, 'the database could not be compared with the provider')
  }
}
