import type { FastifyBaseLogger } from 'fastify'
import type { CountHit } from '../data/hits.ts'
import { limited } from '../problem.ts'

const minuteMs = 60_000

/** Lets a user ask so often in a minute. Throws 429 `rate/limited`. When hits can't be counted, nobody is refused. */
export type LimitUser = (authUid: string, log: FastifyBaseLogger) => Promise<void>

export const createUserLimit = (countHit: CountHit, max: number): LimitUser => async (authUid, log) => {
  try {
    const { count, ttlMs } = await countHit(`user ${authUid}`, minuteMs)
    if (count > max) throw limited(ttlMs)
  } catch (error) {
    if (error instanceof Error && error.name === 'Problem') throw error
    log.warn({ err: error }, 'the requests of a user were not counted')
  }
}
