import { createHash } from 'node:crypto'
import type { AnalyticsPort } from '../analytics/analytics-port.ts'
import type { Database } from '../data/database.ts'
import { findOpenEvent, settleNotice } from '../data/notices.ts'
import type { Settlement } from '../data/notices.ts'
import { isLeaving } from '../data/users.ts'
import { attributionProperties } from '../domain/analytics-events.ts'

type Log = { info(details: object, message: string): void }

export type EventParts = {
  readonly db: Database
  readonly analytics: AnalyticsPort
  readonly clock: () => Date
  readonly log: Log
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenEvent>>>

/**
 * A digest of the key, so that a repeated event counts once and the ids in the key stay private.
 */
const insertIdOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

const send = async ({ analytics, clock }: EventParts, open: Open): Promise<Settlement> => {
  const { key, event, visitorId, firstTouch, lastTouch } = open
  // The consent may have been revoked since.
  if (visitorId === null || isLeaving(open, clock())) return 'dropped'
  return analytics.send({
    id: insertIdOf(key),
    visitorId,
    name: event.kind,
    properties: { ...attributionProperties({ firstTouch, lastTouch }), ...event.properties },
    time: event.time,
  })
}

/** Sends an event unless it is settled, and settles it. Throws when it should be retried. */
export const deliverEvent = async (parts: EventParts, id: string): Promise<void> => {
  const { db, clock, log } = parts
  const open = await findOpenEvent(db, id)
  if (open === null) return
  const outcome = await send(parts, open)
  await settleNotice(db, id, outcome, clock())
  log.info({ notice: id, kind: open.event.kind, outcome }, 'event settled')
}
