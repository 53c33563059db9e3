import type { Stripe } from 'stripe'
import { findCustomer, linkCustomer, storeCustomer } from '../data/customers.ts'
import type { Database } from '../data/database.ts'
import { findSetupIntent, insertSetupIntent, markClaimed } from '../data/setup-intents.ts'
import type { SetupIntentRow } from '../data/setup-intents.ts'
import { invalid } from '../problem.ts'
import { isSameSecret } from '../same-secret.ts'
import { idOf } from './expandable.ts'
import { isMissing } from './stripe-errors.ts'

type Parts = { readonly db: Database; readonly stripe: Stripe; readonly clock: () => Date }

/** How long after its creation a SetupIntent can be used for an order, in milliseconds. */
export const intentLifetimeMs = 24 * 60 * 60 * 1000

const customerOfUser = async (
  { db, stripe }: Parts,
  userId: string,
  email: string,
): Promise<string> => {
  const known = await findCustomer(db, userId)
  if (known !== null) {
    await stripe.customers.update(known, { email })
    return known
  }
  // Concurrent first calls get the same customer: they share the key, and their requests do not
  // differ.
  const { id } = await stripe.customers.create(
    { metadata: { user_id: userId } },
    { idempotencyKey: `customer-${userId}` },
  )
  await storeCustomer(db, id, userId)
  await stripe.customers.update(id, { email })
  return id
}

/** Creates a new customer each time, so that no visitor can change one that belongs to another. */
const customerOfVisitor = async ({ db, stripe }: Parts, email: string): Promise<string> => {
  const { id } = await stripe.customers.create({ email })
  await storeCustomer(db, id, null)
  return id
}

type Request = {
  /** Null for a visitor without an account. */
  readonly userId: string | null
  readonly billingEmail: string
  readonly journey: SetupIntentRow['journey']
}

/**
 * Opens a SetupIntent to take a card: on the user's own customer, or on a new one for a visitor
 * without an account.
 */
export const createSetupIntent = async (
  parts: Parts,
  { userId, billingEmail, journey }: Request,
) => {
  const createdAt = parts.clock()
  const customerId =
    userId === null
      ? await customerOfVisitor(parts, billingEmail)
      : await customerOfUser(parts, userId, billingEmail)
  const { id, client_secret: clientSecret } = await parts.stripe.setupIntents.create({
    customer: customerId,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  })
  if (clientSecret === null)
    throw new Error('The payment provider made a SetupIntent without a client secret.')
  await insertSetupIntent(parts.db, {
    id,
    customerId,
    begunBy: userId === null ? 'visitor' : 'user',
    journey,
    createdAt,
  })
  return { id, clientSecret, customerId }
}

/**
 * Whether a visitor began the SetupIntent in the quick journey, in which the account is created
 * after the card was entered.
 */
export const wasBegunBeforeAccount = async (
  db: Database,
  setupIntentId: string,
): Promise<boolean> => {
  const intent = await findSetupIntent(db, setupIntentId)
  return intent !== null && intent.begunBy === 'visitor' && intent.journey === 'enroll'
}

export type Card = {
  readonly setupIntentId: string
  /** Known only to the browser in which the card was entered. */
  readonly setupIntentClientSecret: string
  readonly paymentMethodId: string
}

const refuse = (path: keyof Card, code: string, message: string) =>
  invalid([{ path, code, message }])
const unknownIntent = () =>
  refuse('setupIntentId', 'setup-intent/unknown', 'There is no such SetupIntent.')

/**
 * Checks that the SetupIntent saved this card and that the caller has its client secret, links a
 * visitor's customer to the user, and returns the customer's id. Throws 422 naming `setupIntentId`
 * or `paymentMethodId`.
 */
export const claimCard = async (
  { db, stripe, clock }: Parts,
  userId: string,
  card: Card,
): Promise<string> => {
  const { setupIntentId, setupIntentClientSecret, paymentMethodId } = card
  const known = await findSetupIntent(db, setupIntentId)
  if (known === null) throw unknownIntent()
  const intent = await stripe.setupIntents.retrieve(setupIntentId).catch((error: unknown) => {
    throw isMissing(error) ? unknownIntent() : error
  })
  const customerId = idOf(intent.customer)
  // A wrong secret is answered like an unknown intent, so that nobody learns which ids exist.
  if (customerId === null || !isSameSecret(setupIntentClientSecret, intent.client_secret ?? ''))
    throw unknownIntent()
  if (clock().getTime() - known.createdAt.getTime() > intentLifetimeMs) {
    throw refuse(
      'setupIntentId',
      'setup-intent/expired',
      'The card was entered too long ago. Please enter it again.',
    )
  }
  if (intent.status !== 'succeeded') {
    throw refuse(
      'setupIntentId',
      'setup-intent/not-succeeded',
      'The card has not been confirmed yet.',
    )
  }
  if (idOf(intent.payment_method) !== paymentMethodId) {
    throw refuse(
      'paymentMethodId',
      'payment-method/mismatch',
      'The SetupIntent was confirmed with another card.',
    )
  }
  if (!(await linkCustomer(db, customerId, userId))) throw unknownIntent()
  await markClaimed(db, setupIntentId)
  return customerId
}
