import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from './database.ts'
import { usedOffers } from './schema.ts'

/** An offer that a person can use once. */
export type Offer =
  | { readonly kind: 'trial'; readonly coupon: '' }
  | { readonly kind: 'promotion'; readonly coupon: string }

/** A person's digests: `known` under every key that was ever used, `current` under today's. */
export type Digests = { readonly known: readonly string[]; readonly current: readonly string[] }

export const trial: Offer = { kind: 'trial', coupon: '' }

/** Whether one of the digests has had the offer, or has it reserved. */
export const isUsed = async (
  db: Database,
  { kind, coupon }: Offer,
  { known }: Digests,
): Promise<boolean> => {
  if (known.length === 0) return false
  const found = await db
    .select({ digest: usedOffers.digest })
    .from(usedOffers)
    .where(
      and(
        eq(usedOffers.kind, kind),
        eq(usedOffers.coupon, coupon),
        inArray(usedOffers.digest, [...known]),
      ),
    )
    .limit(1)
  return found.length > 0
}

/**
 * Reserves the offer for a claim. False when one of the digests has had it; then nothing is
 * reserved. Of two concurrent transactions, the later one waits for the earlier one.
 */
export const reserveOffer = async (
  db: Database,
  offer: Offer,
  digests: Digests,
  claimId: string,
): Promise<boolean> => {
  if (await isUsed(db, offer, digests)) return false
  // Always in the same order, or two transactions could wait for each other.
  const rows = digests.current.toSorted().map((digest) => ({ ...offer, digest, claimId }))
  if (rows.length === 0) return true
  const reserved = await db
    .insert(usedOffers)
    .values(rows)
    .onConflictDoNothing()
    .returning({ digest: usedOffers.digest })
  if (reserved.length === rows.length) return true
  await db
    .delete(usedOffers)
    .where(
      and(
        eq(usedOffers.kind, offer.kind),
        eq(usedOffers.coupon, offer.coupon),
        eq(usedOffers.claimId, claimId),
      ),
    )
  return false
}

/** Makes the claim's reservations final. */
export const settleOffers = async (db: Database, claimId: string): Promise<void> => {
  await db.update(usedOffers).set({ claimId: null }).where(eq(usedOffers.claimId, claimId))
}

/** Releases the reservations of failed claims. */
export const releaseOffers = async (
  db: Database,
  ...claimIds: readonly string[]
): Promise<void> => {
  if (claimIds.length > 0)
    await db.delete(usedOffers).where(inArray(usedOffers.claimId, [...claimIds]))
}
