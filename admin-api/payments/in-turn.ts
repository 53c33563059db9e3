import pRetry from 'p-retry'
import { unauthenticated } from '../auth/verify-token.ts'
import type { Database } from '../data/database.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { endTurn, hasTurn, takeTurn } from '../data/turns.ts'
import { Problem } from '../problem.ts'
import { leaving } from './subscribe.ts'

export const inProgress = (): Problem =>
  new Problem(
    409,
    'subscription/in-progress',
    'The subscription is being changed. Please try again in a moment.',
    { retryAfter: 1 },
  )

type Parts = { readonly db: Database; readonly clock: () => Date }

/**
 * Extends the lock, directly before a call to the provider that charges, changes or resumes a
 * subscription: earlier calls may have outlasted it. Throws as {@link inTurn} does when another
 * request has taken it since.
 */
export type Renew = () => Promise<void>

/**
 * Lets one request at a time change a subscription: its plan, its card, its end. If the process
 * dies, the lock expires after `forMs`. Throws 409 `subscription/in-progress` or `account/leaving`,
 * or 401.
 */
export const inTurn = async <Result>(
  { db, clock }: Parts,
  row: Pick<SubscriptionRow, 'id' | 'userId'>,
  work: (renew: Renew) => Promise<Result>,
  forMs?: number,
): Promise<Result> => {
  const take = async (held?: Date): Promise<Date> => {
    const turn = await takeTurn(db, row, clock(), { forMs, held })
    if (turn.kind === 'busy') throw inProgress()
    if (turn.kind === 'leaving') throw leaving()
    if (turn.kind === 'gone') throw unauthenticated()
    return turn.until
  }
  let until = await take()
  try {
    return await work(async () => {
      until = await take(until)
    })
  } finally {
    // A lock that cannot be released now expires by itself.
    await endTurn(db, row.id, until).catch(() => {})
  }
}

/**
 * Waits until no request is changing a subscription of a user who is being deleted, and who
 * therefore cannot begin another one. For 5 s at most: the site gives up a call after 10 s. Throws
 * 409 `subscription/in-progress`.
 */
export const untilTurnsEnd = (db: Database, userId: string): Promise<void> =>
  pRetry(
    async () => {
      if (await hasTurn(db, userId)) throw inProgress()
    },
    {
      retries: 20,
      minTimeout: 250,
      factor: 1,
      shouldRetry: ({ error }) => error instanceof Problem,
    },
  )
