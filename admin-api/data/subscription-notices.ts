import { eq } from 'drizzle-orm'
import type { Keyed } from '../domain/notices.ts'
import type { Database } from './database.ts'
import { recordNotices } from './notices.ts'
import { users } from './schema.ts'
import { isLeaving } from './users.ts'

type Owned = { readonly id: string; readonly userId: string }

/** Records notices to a subscription's user, but none to one whose account is being deleted. */
export const recordSubscriptionNotices = async (
  transaction: Database,
  { id, userId }: Owned,
  causes: readonly Keyed[],
): Promise<void> => {
  if (causes.length === 0) return
  const [user] = await transaction
    .select({ leavingAt: users.leavingAt })
    .from(users)
    .where(eq(users.id, userId))
  if (user !== undefined && !isLeaving(user, new Date()))
    await recordNotices(transaction, { userId, subscriptionId: id }, causes)
}
