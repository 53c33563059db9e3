import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares a secret in constant time, whatever its length. */
export const isSameSecret = (given: string, known: string): boolean =>
  timingSafeEqual(digest(given), digest(known))
