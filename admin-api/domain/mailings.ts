import { createHmac } from 'node:crypto'
import { canonicalHash } from './canonical.ts'
import { mailboxOf } from './mail.ts'
import type { BeliefResult, DiagnosisResult, SurveyResult } from './results.ts'

/** The part of a result that a mail may contain; it reveals no single answer. */
export type ToldResult =
  | (Pick<SurveyResult, 'kind' | 'score' | 'band' | 'headline' | 'nextSteps'> & {
      readonly pillars: readonly Pick<SurveyResult['pillars'][number], 'id' | 'score' | 'band'>[]
    })
  | (Pick<BeliefResult, 'kind'> & {
      readonly beliefs: readonly Pick<BeliefResult['beliefs'][number], 'id' | 'score' | 'level'>[]
    })

/**
 * A mail that somebody asked for, perhaps without an account: it has its own recipient. `askedAt`
 * is RFC 3339.
 */
export type Mailing =
  | {
      readonly kind: 'result'
      readonly to: string
      readonly askedAt: string
      readonly told: ToldResult
    }
  | { readonly kind: 'finish-later'; readonly to: string; readonly askedAt: string }

export const isMailing = (cause: { readonly kind: string }): cause is Mailing =>
  cause.kind === 'result' || cause.kind === 'finish-later'

export const toldOf = (result: DiagnosisResult): ToldResult => {
  if (result.kind === 'survey') {
    const { kind, score, band, headline, nextSteps, pillars } = result
    const told = pillars.map((pillar) => ({
      id: pillar.id,
      score: pillar.score,
      band: pillar.band,
    }))
    return { kind, score, band, headline, nextSteps, pillars: told }
  }
  const { kind, beliefs } = result
  return { kind, beliefs: beliefs.map(({ id, score, level }) => ({ id, score, level })) }
}

/** The prefix of the keys of all mailings. */
export const mailingKeys = 'mailing:'

/**
 * Identifies a mailbox in rate limits and keys, by a digest that does not reveal the address
 * without the secret.
 */
export const mailboxDigest = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`mailing ${mailboxOf(email)}`)
    .digest('base64url')

/** A key that is equal for the same content to the same mailbox, so that it is sent once. */
export const mailingKey = (mailbox: string, { to: _to, askedAt: _at, ...words }: Mailing): string =>
  `${mailingKeys}${mailbox}:${canonicalHash(words)}`
