import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** A random id with Stripe's prefix for its kind, such as `sub_…`. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`

export const newClientSecret = (intentId: string): string => `${intentId}_secret_${randomText(25)}`
