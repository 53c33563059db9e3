import { eq } from 'drizzle-orm'
import type { ChangeConsent } from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { subscriptions } from './schema.ts'
import { reviseUser } from './users.ts'

type Consents = readonly ChangeConsent[]

/** How many are kept for a subscription. */
const most = 20

const rewrite = (
  db: Database,
  id: string,
  rewritten: (consents: Consents) => Consents,
): Promise<void> =>
  db.transaction(async (transaction) => {
    const [row] = await transaction
      .select({ userId: subscriptions.userId, consents: subscriptions.changeConsents })
      .from(subscriptions)
      .where(eq(subscriptions.id, id))
      .for('update')
    if (row === undefined) return
    await transaction
      .update(subscriptions)
      .set({ changeConsents: rewritten(row.consents) })
      .where(eq(subscriptions.id, id))
    await reviseUser(transaction, row.userId)
  })

/** Prepends a consent, once per preview, and keeps the newest 20. */
export const addChangeConsent = (db: Database, id: string, consent: ChangeConsent): Promise<void> =>
  rewrite(db, id, (consents) =>
    consents.some(({ preview }) => preview === consent.preview)
      ? consents
      : [consent, ...consents].slice(0, most),
  )

/** Adds the invoice that a change waits for to the consent to it. */
export const addInvoiceToConsent = (
  db: Database,
  id: string,
  preview: string,
  invoice: string,
): Promise<void> =>
  rewrite(db, id, (consents) =>
    consents.map((each) => (each.preview === preview ? { ...each, invoice } : each)),
  )

/** Removes the consent to a change that was not made. */
export const dropChangeConsent = (db: Database, id: string, preview: string): Promise<void> =>
  rewrite(db, id, (consents) => consents.filter((each) => each.preview !== preview))
