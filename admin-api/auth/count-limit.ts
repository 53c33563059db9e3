import type { FastifyBaseLogger } from 'fastify'
import type { CountHit } from '../data/hits.ts'
import { limited } from '../problem.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Limits the hits of a key. Throws 429 `rate/limited`. When hits cannot be counted, nobody is
 * refused.
 */
export type CountLimit = (key: string, log: FastifyBaseLogger) => Promise<void>

const createLimit =
  (countHit: CountHit, prefix: string, max: number, windowMs: number): CountLimit =>
  async (key, log) => {
    try {
      const { count, ttlMs } = await countHit(`${prefix} ${key}`, windowMs)
      if (count > max) throw limited(ttlMs)
    } catch (error) {
      if (error instanceof Error && error.name === 'Problem') throw error
      log.warn({ err: error }, 'requests were not counted')
    }
  }

/** Limits hits per minute by the user's id at the identity provider. */
export const createUserLimit = (countHit: CountHit, perMinute: number): CountLimit =>
  createLimit(countHit, 'user', perMinute, minuteMs)

/** Limits hits per hour by address or by user id, as the name says. */
export const createHourLimit = (countHit: CountHit, name: string, perHour: number): CountLimit =>
  createLimit(countHit, `hour ${name}`, perHour, hourMs)

/** Limits hits per day; the name says what the key stands for. */
export const createDayLimit = (countHit: CountHit, name: string, perDay: number): CountLimit =>
  createLimit(countHit, `day ${name}`, perDay, dayMs)
