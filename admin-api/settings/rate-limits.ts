import type { OpenEnvironment } from './environment.ts'

/**
 * Requests per minute: by address on public routes, by user on the others. `exports`, `payments`
 * and `appClaims`: per user and hour. `mailings`: by address, and by recipient.
 */
export type RateLimits = {
  readonly publicPosts: number
  readonly promotionCodes: number
  readonly setupIntents: { readonly perMinute: number; readonly perHour: number }
  readonly mailings: { readonly perHour: number; readonly perMailboxAndDay: number }
  readonly user: number
  readonly exports: number
  readonly payments: number
  readonly appClaims: number
}

export const readRateLimits = ({ integer }: OpenEnvironment): RateLimits => {
  const limit = (name: string, fallback: number): number => integer(name, fallback, 1, 1_000_000)
  return {
    publicPosts: limit('RATE_LIMIT_PUBLIC_PER_MINUTE', 60),
    promotionCodes: limit('RATE_LIMIT_PROMOTION_PER_MINUTE', 20),
    setupIntents: {
      perMinute: limit('RATE_LIMIT_SETUP_INTENT_PER_MINUTE', 10),
      perHour: limit('RATE_LIMIT_SETUP_INTENT_PER_HOUR', 60),
    },
    mailings: {
      perHour: limit('RATE_LIMIT_MAILING_PER_HOUR', 10),
      perMailboxAndDay: limit('RATE_LIMIT_MAILING_PER_MAILBOX_AND_DAY', 3),
    },
    user: limit('RATE_LIMIT_USER_PER_MINUTE', 300),
    exports: limit('RATE_LIMIT_EXPORT_PER_HOUR', 5),
    payments: limit('RATE_LIMIT_PAYMENT_PER_HOUR', 60),
    appClaims: limit('RATE_LIMIT_APP_CLAIM_PER_HOUR', 10),
  }
}
