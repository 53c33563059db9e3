import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/**
 * `sessionId` is when the session began and `seenAt` its last event, in milliseconds since 1970.
 */
export type BrowserId = {
  readonly deviceId: string
  readonly sessionId: number
  readonly seenAt: number
}

/** The pause that ends a session, in milliseconds; the same as the service's own. */
const VISIT_PAUSE = 30 * 60 * 1000

const parse = (text: string | null): BrowserId | null => {
  try {
    const parsed = JSON.parse(text ?? 'null') as Partial<BrowserId> | null
    const { deviceId, sessionId, seenAt } = parsed ?? {}
    return typeof deviceId === 'string' &&
      typeof sessionId === 'number' &&
      typeof seenAt === 'number'
      ? { deviceId, sessionId, seenAt }
      : null
  } catch {
    return null
  }
}

/**
 * The random id of this browser and when its session began. The site stores both itself, not the
 * SDK, so that there is one place to delete them.
 */
export const createBrowserId = (
  storage: StoragePort,
  clock: Pick<ClockPort, 'now' | 'randomId'>,
) => {
  /** The id in memory, for when the storage refuses to keep it. */
  let unstored: BrowserId | null = null
  return {
    /** Records activity now. */
    seen: (): BrowserId => {
      const seenAt = clock.now().getTime()
      const before = parse(storage.read(analyticsKeys.browser)) ?? unstored
      const isSameVisit = before !== null && seenAt - before.seenAt < VISIT_PAUSE
      const current = {
        deviceId: before?.deviceId ?? clock.randomId(),
        sessionId: isSameVisit ? before.sessionId : seenAt,
        seenAt,
      }
      const written = storage.write(analyticsKeys.browser, JSON.stringify(current))
      unstored = written === 'refused' ? current : null
      return current
    },
    forget: () => {
      unstored = null
      storage.remove(analyticsKeys.browser)
    },
  }
}
