import { and, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotencyKeys } from './schema.ts'

export type Refusal = {
  statusCode: number
  code: string
  detail: string
  declineCode: string | null
}

type Request = { readonly userId: string; readonly key: string; readonly requestHash: string }

/** Whether the user has made a request with this key. */
export const isKeyKnown = async (db: Database, userId: string, key: string): Promise<boolean> =>
  (
    await db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  ).length > 0

/**
 * Binds a key to a request. `isReused` when it belongs to another request; `refusal` is the final
 * refusal of an earlier attempt.
 */
export const bindKey = async (
  db: Database,
  request: Request,
): Promise<{ isReused: boolean; refusal: Refusal | null }> => {
  await db.insert(idempotencyKeys).values(request).onConflictDoNothing()
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, request.userId), eq(idempotencyKeys.key, request.key)))
  return {
    isReused: row !== undefined && row.requestHash !== request.requestHash,
    refusal: row?.refusal ?? null,
  }
}

/** Stores a final refusal for retries of the request. */
export const storeRefusal = async (
  db: Database,
  { userId, key }: Request,
  refusal: Refusal,
): Promise<void> => {
  await db
    .update(idempotencyKeys)
    .set({ refusal })
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
}
