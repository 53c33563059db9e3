import type { Stripe } from 'stripe'
import { findCustomer, linkCustomer, storeCustomer } from '../data/customers.ts'
import type { Database } from '../data/database.ts'
import { invalid } from '../problem.ts'
import { idOf } from './expandable.ts'
import { isMissing } from './stripe-errors.ts'

type Parts = { readonly db: Database; readonly stripe: Stripe }

const customerOfUser = async ({ db, stripe }: Parts, userId: string, email: string): Promise<string> => {
  const known = await findCustomer(db, userId)
  if (known !== null) {
    await stripe.customers.update(known, { email })
    return known
  }
  // Two first calls at once get the same customer: same key, and nothing in the request that can differ.
  const { id } = await stripe.customers.create({ metadata: { user_id: userId } }, { idempotencyKey: `customer-${userId}` })
  await storeCustomer(db, id, userId)
  await stripe.customers.update(id, { email })
  return id
}

const customerOfVisitor = async ({ db, stripe }: Parts, email: string): Promise<string> => {
  const { id } = await stripe.customers.create({ email })
  await storeCustomer(db, id, null)
  return id
}

/** Opens a SetupIntent to take a card: on the user's own customer, or on a new one for a visitor without an account. */
export const createSetupIntent = async (parts: Parts, { userId, billingEmail }: { userId: string | null; billingEmail: string }) => {
  const customerId = userId === null
    ? await customerOfVisitor(parts, billingEmail)
    : await customerOfUser(parts, userId, billingEmail)
  const { id, client_secret: clientSecret } = await parts.stripe.setupIntents.create({
    customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'],
  })
  if (clientSecret === null) throw new Error('The payment provider made a SetupIntent without a client secret.')
  return { id, clientSecret, customerId }
}

type Card = { readonly setupIntentId: string; readonly paymentMethodId: string }

const refuse = (path: keyof Card, code: string, message: string) => invalid([{ path, code, message }])
const unknownIntent = () => refuse('setupIntentId', 'setup-intent/unknown', 'There is no such SetupIntent.')

/**
 * Checks that the SetupIntent took this card for this user, links a visitor's customer to the user, and returns the
 * customer's id. Throws 422 naming `setupIntentId` or `paymentMethodId`.
 */
export const claimCard = async ({ db, stripe }: Parts, userId: string, { setupIntentId, paymentMethodId }: Card): Promise<string> => {
  const intent = await stripe.setupIntents.retrieve(setupIntentId).catch((error: unknown) => {
    throw isMissing(error) ? unknownIntent() : error
  })
  const customerId = idOf(intent.customer)
  if (customerId === null) throw unknownIntent()
  if (intent.status !== 'succeeded') {
    throw refuse('setupIntentId', 'setup-intent/not-succeeded', 'The card has not been confirmed yet.')
  }
  if (idOf(intent.payment_method) !== paymentMethodId) {
    throw refuse('paymentMethodId', 'payment-method/mismatch', 'The SetupIntent was confirmed with another card.')
  }
  if (!(await linkCustomer(db, customerId, userId))) throw unknownIntent()
  return customerId
}
