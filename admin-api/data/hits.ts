import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { rateLimits } from './schema.ts'

/** `count` includes this one; the window ends after `ttlMs`. */
export type Hit = { readonly count: number; readonly ttlMs: number }

/** Counts what is limited. A window begins with the first hit of a key. */
export type CountHit = (key: string, windowMs: number) => Promise<Hit>

const mostKeys = 50_000

/** For a single process. The longest known keys are forgotten when there are too many. */
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

type Answer = { readonly resolve: (hit: Hit) => void; readonly reject: (error: unknown) => void }
type Waiting = { readonly windowMs: number; readonly answers: Answer[] }

const expired = sql`${rateLimits.expiresAt} <= now()`

const write = (db: Database, batch: ReadonlyMap<string, Waiting>) =>
  db.insert(rateLimits)
    // In one order everywhere, so that two processes never wait for each other's rows.
    .values([...batch].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, { windowMs, answers }]) => ({
      key, hits: answers.length, expiresAt: sql`now() + ${windowMs}::int * interval '1 millisecond'`,
    })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${expired} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        expiresAt: sql`case when ${expired} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning({
      key: rateLimits.key, hits: rateLimits.hits,
      ttlMs: sql<number>`(extract(epoch from ${rateLimits.expiresAt} - now()) * 1000)::int`,
    })

/**
 * For several processes on one database. One statement at a time is under way; hits that come meanwhile share the next,
 * so the price of a hit falls as their number grows, and no hit is missed.
 */
export const countInDatabase = (db: Database): CountHit => {
  let waiting = new Map<string, Waiting>()
  let isWriting = false

  const settle = async (batch: ReadonlyMap<string, Waiting>) => {
    try {
      for (const { key, hits, ttlMs } of await write(db, batch)) {
        const { answers } = batch.get(key)!
        for (const [index, answer] of answers.entries()) answer.resolve({ count: hits - answers.length + index + 1, ttlMs })
      }
    } catch (error) {
      for (const { answers } of batch.values()) for (const answer of answers) answer.reject(error)
    }
  }
  const writeAll = async () => {
    isWriting = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await settle(batch)
    }
    isWriting = false
  }

  return (name, windowMs) => {
    const key = createHash('sha256').update(name).digest('base64url')
    return new Promise((resolve, reject) => {
      const known = waiting.get(key)
      if (known === undefined) waiting.set(key, { windowMs, answers: [{ resolve, reject }] })
      else known.answers.push({ resolve, reject })
      if (!isWriting) void writeAll()
    })
  }
}

export const deleteExpiredHits = async (db: Database): Promise<void> => {
  await db.delete(rateLimits).where(lt(rateLimits.expiresAt, sql`now()`))
}
