import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Digests } from '../data/used-offers.ts'
import { mailboxOf } from '../domain/mail.ts'

/** The first key is today's; the others are earlier ones. */
export type LedgerKeys = readonly [string, ...string[]]

const digest = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** What a person is known by once the account is gone: keyed digests of the mailbox and, where it is known, of the card. */
export const digestsOf = (keys: LedgerKeys, { email, fingerprint }: { email: string; fingerprint: string | null }): Digests => {
  const texts = [`mailbox ${mailboxOf(email)}`, ...(fingerprint === null ? [] : [`card ${fingerprint}`])]
  return {
    known: keys.flatMap((key) => texts.map((text) => digest(key, text))),
    current: texts.map((text) => digest(keys[0], text)),
  }
}

/** The provider's own mark of a card, the same whoever gives it; null for what is no card. */
export const fingerprintOf = async (stripe: Stripe, paymentMethodId: string): Promise<string | null> =>
  (await stripe.paymentMethods.retrieve(paymentMethodId)).card?.fingerprint ?? null
