import { checkDatabase } from './check-database.ts'
import type { CheckParts } from './check-database.ts'

type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** How many differences are logged one by one. */
const most = 100

/** Logs what differs from the payment provider, or why the comparison failed. Fixes nothing. */
export const checkByNight = async (parts: CheckParts & { readonly log: Log }): Promise<void> => {
  const { log } = parts
  let count = 0
  try {
    for await (const { isFixed: _, ...difference } of checkDatabase(parts, { fix: false })) {
      count += 1
      if (count <= most) log.warn({ difference }, 'the database differs from the provider')
    }
    log.info({ count }, 'the database was compared with the provider')
  } catch (error) {
    log.warn({ err: error, count }, 'the database could not be compared with the provider')
  }
}
