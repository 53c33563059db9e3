import { createHmac } from 'node:crypto'
import { canonicalHash } from '../domain/canonical.ts'
import { isSameSecret } from '../same-secret.ts'
import type { LedgerKeys } from './person.ts'

/** What a preview was created for. */
export type Previewed = {
  readonly userId: string
  readonly subscriptionId: string
  readonly productId: string
}

/** What the preview showed. No part contains a full stop, which separates them in the id. */
export type Shown = {
  /** In milliseconds. */
  readonly issuedAt: number
  /** The time that the change is prorated at, in Unix seconds. */
  readonly prorationDate: number
  /** The digest of what is due immediately, as {@link digestOf} gives it. */
  readonly due: string
  /** The digest of everything that was shown. */
  readonly all: string
}

/** A short digest, which lets amounts be compared without revealing them. */
export const digestOf = (value: unknown): string => canonicalHash(value).slice(0, 32)

const sign = (key: string, of: Previewed, parts: readonly string[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['plan change', of.userId, of.subscriptionId, of.productId, ...parts]))
    .digest('base64url')

/**
 * The id of a preview. Previews are not stored: the id contains what is compared when the change is
 * ordered, signed for one user, subscription and product.
 */
export const writePreviewId = ([key]: LedgerKeys, of: Previewed, shown: Shown): string => {
  const { issuedAt, prorationDate, due, all } = shown
  const parts = [String(issuedAt), String(prorationDate), due, all]
  return [...parts, sign(key, of, parts)].join('.')
}

/**
 * The content of a preview's id; null when the signature is wrong or the id is for something else.
 */
export const readPreviewId = (keys: LedgerKeys, of: Previewed, id: string): Shown | null => {
  const [issuedAt = '', prorationDate = '', due = '', all = '', signature = '', ...more] =
    id.split('.')
  const parts = [issuedAt, prorationDate, due, all]
  const isOurs =
    more.length === 0 && keys.some((key) => isSameSecret(signature, sign(key, of, parts)))
  return isOurs
    ? { issuedAt: Number(issuedAt), prorationDate: Number(prorationDate), due, all }
    : null
}
