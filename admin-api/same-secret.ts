import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares a secret in a time that tells nothing of it, its length included. */
export const isSameSecret = (given: string, known: string): boolean => timingSafeEqual(digest(given), digest(known))
