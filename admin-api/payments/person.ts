import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Digests } from '../data/used-offers.ts'
import { mailboxOf } from '../domain/mail.ts'

/** The current key first, then the earlier ones. */
export type LedgerKeys = readonly [string, ...string[]]

const digest = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

const mailboxText = (email: string): string => `mailbox ${mailboxOf(email)}`

/** Identifies a mailbox after the account is gone, by a digest under today's key. */
export const mailboxDigest = (keys: LedgerKeys, email: string): string =>
  digest(keys[0], mailboxText(email))

/**
 * Identifies a person after the account is gone, by keyed digests of the mailbox and, if known, of
 * the card.
 */
export const digestsOf = (
  keys: LedgerKeys,
  { email, fingerprint }: { email: string; fingerprint: string | null },
): Digests => {
  const texts = [mailboxText(email), ...(fingerprint === null ? [] : [`card ${fingerprint}`])]
  return {
    known: keys.flatMap((key) => texts.map((text) => digest(key, text))),
    current: texts.map((text) => digest(keys[0], text)),
  }
}

/**
 * The provider's fingerprint of a card, the same for every customer; null for other payment
 * methods.
 */
export const fingerprintOf = async (
  stripe: Stripe,
  paymentMethodId: string,
): Promise<string | null> =>
  (await stripe.paymentMethods.retrieve(paymentMethodId)).card?.fingerprint ?? null
