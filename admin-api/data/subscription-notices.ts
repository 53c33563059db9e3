import { eq } from 'drizzle-orm'
import type { KeyedEvent } from '../domain/analytics-events.ts'
import type { Keyed } from '../domain/notices.ts'
import type { Database } from './database.ts'
import { recordEvents, recordNotices } from './notices.ts'
import { users } from './schema.ts'
import { isLeaving, leavingColumns } from './users.ts'

type Owned = { readonly id: string; readonly userId: string }

/**
 * Records notices for a subscription's user and, if the user allows analytics, events. Records
 * nothing while the account is being deleted.
 */
export const recordSubscriptionNotices = async (
  transaction: Database,
  { id, userId }: Owned,
  causes: readonly Keyed[],
  events: readonly KeyedEvent[] = [],
): Promise<void> => {
  if (causes.length + events.length === 0) return
  const [user] = await transaction
    .select({ ...leavingColumns, visitorId: users.visitorId })
    .from(users)
    .where(eq(users.id, userId))
  if (user === undefined || isLeaving(user, new Date())) return
  const about = { userId, subscriptionId: id }
  await recordNotices(transaction, about, causes)
  if (user.visitorId !== null) await recordEvents(transaction, about, events)
}
