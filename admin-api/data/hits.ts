import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { rateLimits } from './schema.ts'

/** `count` includes this one; the window ends after `ttlMs`. */
export type Hit = { readonly count: number; readonly ttlMs: number }

/** Counts hits per key. A window begins with the first hit. */
export type CountHit = (key: string, windowMs: number) => Promise<Hit>

const mostKeys = 50_000

/** For a single process. The oldest keys are dropped when there are too many. */
export const countInMemory = (clock: () => Date): CountHit => {
  const windows = new Map<string, { count: number; readonly until: number }>()
  return async (key, windowMs) => {
    const now = clock().getTime()
    let known = windows.get(key)
    if (known === undefined || known.until <= now) {
      known = { count: 0, until: now + windowMs }
      windows.delete(key)
      windows.set(key, known)
      if (windows.size > mostKeys) windows.delete(windows.keys().next().value!)
    }
    known.count += 1
    return { count: known.count, ttlMs: known.until - now }
  }
}

type Counted = { readonly key: string; readonly hits: number; readonly windowMs: number }

/** A keyed digest, because a plain one of an IP address can be reversed by trying every address. */
const digest = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(`hits ${name}`).digest('base64url')
const expired = sql`${rateLimits.expiresAt} <= now()`

const write = (db: Database, counted: readonly Counted[]) =>
  db
    .insert(rateLimits)
    // Always in the same order, so that two processes cannot deadlock on each other's rows.
    .values(
      counted
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, hits, windowMs }) => ({
          key,
          hits,
          expiresAt: sql`now() + ${windowMs}::int * interval '1 millisecond'`,
        })),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${expired} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        expiresAt: sql`case when ${expired} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning({
      key: rateLimits.key,
      hits: rateLimits.hits,
      ttlMs: sql<number>`(extract(epoch from ${rateLimits.expiresAt} - now()) * 1000)::int`,
    })

/** For several processes on one database: exact, at the cost of a statement per hit. */
export const countInDatabase =
  (db: Database, secret: string): CountHit =>
  async (name, windowMs) => {
    const [row] = await write(db, [{ key: digest(secret, name), hits: 1, windowMs }])
    return { count: row!.hits, ttlMs: row!.ttlMs }
  }

const sharePauseMs = 1000

/**
 * For several processes on one database, where a statement per hit would cost more than the limited
 * request. Processes share their counts once a second, so a burst within that time can exceed a
 * limit.
 */
export const countTogether = (
  db: Database,
  secret: string,
  clock: () => Date,
  onError: (error: unknown) => void,
): CountHit => {
  const windows = new Map<
    string,
    { shared: number; own: number; until: number; readonly windowMs: number }
  >()
  const unshared = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const share = async () => {
    const sent = [...unshared].flatMap((name) => {
      const known = windows.get(name)
      return known === undefined
        ? []
        : [{ name, known, key: digest(secret, name), hits: known.own, windowMs: known.windowMs }]
    })
    unshared.clear()
    try {
      if (sent.length === 0) return
      const answers = new Map((await write(db, sent)).map((row) => [row.key, row]))
      for (const { known, key, hits } of sent) {
        const answer = answers.get(key)!
        known.shared = answer.hits
        known.own -= hits
        known.until = clock().getTime() + answer.ttlMs
      }
    } catch (error) {
      onError(error)
    } finally {
      timer = null
      if (unshared.size > 0) plan()
    }
  }
  const plan = () => {
    timer ??= setTimeout(() => void share(), sharePauseMs).unref()
  }

  return async (name, windowMs) => {
    const now = clock().getTime()
    let known = windows.get(name)
    if (known === undefined || known.until <= now) {
      known = { shared: 0, own: 0, until: now + windowMs, windowMs }
      windows.delete(name)
      windows.set(name, known)
      if (windows.size > mostKeys) windows.delete(windows.keys().next().value!)
    }
    known.own += 1
    unshared.add(name)
    plan()
    return { count: known.shared + known.own, ttlMs: known.until - now }
  }
}
