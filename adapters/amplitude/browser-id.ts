import { measuringKeys } from '#core/model/tracking-consent.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** `sessionId` is when the visit began and `seenAt` when it was last heard of, in milliseconds since 1970. */
export type BrowserId = { readonly deviceId: string; readonly sessionId: number; readonly seenAt: number }

/** A pause that ends a visit, in milliseconds; what the service itself goes by. */
const VISIT_PAUSE = 30 * 60 * 1000

const parse = (text: string | null): BrowserId | null => {
  try {
    const parsed = JSON.parse(text ?? 'null') as Partial<BrowserId> | null
    const { deviceId, sessionId, seenAt } = parsed ?? {}
    return typeof deviceId === 'string' && typeof sessionId === 'number' && typeof seenAt === 'number'
      ? { deviceId, sessionId, seenAt }
      : null
  } catch {
    return null
  }
}

/**
 * A random number that tells this browser from others, and when its visit began. Both are kept by us and not by the
 * SDK, so that there is one place to forget them.
 */
export const createBrowserId = (storage: StoragePort, clock: Pick<ClockPort, 'now' | 'randomId'>) => {
  let current: BrowserId | null = null
  return {
    /** Notes that the browser was heard of now. */
    seen: (): BrowserId => {
      const seenAt = clock.now().getTime()
      const before = current ?? parse(storage.read(measuringKeys.browser))
      const isSameVisit = before !== null && seenAt - before.seenAt < VISIT_PAUSE
      current = {
        deviceId: before?.deviceId ?? clock.randomId(),
        sessionId: isSameVisit ? before.sessionId : seenAt,
        seenAt,
      }
      storage.write(measuringKeys.browser, JSON.stringify(current))
      return current
    },
    forget: () => {
      current = null
      storage.remove(measuringKeys.browser)
    },
  }
}
