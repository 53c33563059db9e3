import type { Moment } from '#core/model/analytics-events.ts'
import type { Touch } from '#core/model/attribution.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { mentionsEmail } from '#core/model/email-mention.ts'
import { journeyOf } from '#core/model/routes.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import type { AnalyticsClient, AnalyticsService, ServiceSettings } from './analytics-service.ts'
import { createBrowserId } from './browser-id.ts'
import { createOutbox } from './outbox.ts'
import type { OutgoingEvent } from './outbox.ts'

export type OutboxAnalyticsParts = {
  readonly service: AnalyticsService
  /** Null when there is no analytics service: nothing is loaded or sent. */
  readonly settings: () => Promise<ServiceSettings | null>
  /** Called for each event that is tracked without a moment. */
  readonly moment: () => Moment
  /** The variant this visitor sees. */
  readonly variant: () => string | null
  /**
   * Whether the visitor allows analytics; checked at each event and before anything is loaded or
   * sent.
   */
  readonly isAllowed: () => boolean
  readonly whenIdle: (callback: () => void) => void
  /** Where unsent events are kept when their page is left. */
  readonly storage: StoragePort
  readonly clock: Pick<ClockPort, 'now' | 'randomId'>
  /** The window, whose events tell when the page is left. */
  readonly page: Pick<Window, 'addEventListener' | 'document'>
}

const touchProperties = (prefix: string, touch: Touch | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(touch ?? {}).map(([name, value]) => [`${prefix}_${name}`, value]),
  )

const momentProperties = ({ path, firstTouch, lastTouch }: Moment) => ({
  path,
  journey: journeyOf(path),
  ...touchProperties('first_touch', firstTouch),
  ...touchProperties('last_touch', lastTouch),
})

/** A URL of the site or a referrer may contain an email, which no event may carry. */
const withoutEmails = (properties: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' && mentionsEmail(value) ? '[email]' : value,
    ]),
  )

/**
 * Analytics that keeps each event until the service confirms it. When the page is left before that,
 * the browser sends the event in the background, or else the next page does. The service's SDK is
 * loaded and started in separate idle callbacks.
 */
export const createOutboxAnalytics = ({
  service,
  settings,
  moment,
  variant,
  isAllowed,
  whenIdle,
  storage,
  clock,
  page,
}: OutboxAnalyticsParts): AnalyticsPort => {
  const outbox = createOutbox(storage)
  const browser = createBrowserId(storage, clock)
  let known: ServiceSettings | null = null
  let client: AnalyticsClient | null = null
  let isStarting = false
  let isOff = false
  let beaconed: ReadonlySet<string> = new Set()

  const forget = () => {
    client?.silence()
    client = null
    outbox.clear()
    browser.forget()
    service.removeTraces(known?.apiKey ?? '')
  }

  const send = async (event: OutgoingEvent) => {
    if (client && (await client.deliver(event, browser.seen()))) outbox.confirm(event.id)
  }

  const findSettings = async () => {
    known = await settings()
    if (known !== null) return known
    isOff = true
    outbox.clear()
    return null
  }

  const idle = () =>
    new Promise<void>((resolve) => {
      whenIdle(resolve)
    })

  const begin = async () => {
    const found = await findSettings()
    if (found === null) return
    await idle()
    if (!isAllowed()) return
    const sdk = await service.loadSdk()
    await idle()
    if (!isAllowed()) return
    client = await sdk.start(found, browser.seen())
    outbox.restore()
    for (const event of outbox.waiting()) void send(event)
  }

  /** If loading fails, the events stay in the outbox and the next event tries again. */
  const beginOnce = () => {
    if (isStarting) return
    isStarting = true
    void begin()
      .catch(() => undefined)
      .finally(() => {
        isStarting = false
      })
  }

  const leave = () => {
    const events = outbox.waiting().filter(({ id }) => !beaconed.has(id))
    if (events.length === 0 || !isAllowed()) return
    if (known && service.sendByBeacon(known, browser.seen(), events)) {
      beaconed = new Set([...beaconed, ...events.map(({ id }) => id)])
    } else outbox.keep()
  }

  // A phone may discard a hidden page without another event.
  page.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') leave()
  })
  page.addEventListener('pagehide', leave)

  return {
    visitorId: async () => {
      if (!isAllowed()) return null
      const found = await settings().catch((error: unknown) => {
        throw new PortUnavailable('analytics', error)
      })
      return found !== null && isAllowed() ? browser.seen().deviceId : null
    },
    forget,
    track: ({ name, properties }, at = moment()) => {
      if (!isAllowed()) return forget()
      if (isOff) return
      const all = withoutEmails({ ...momentProperties(at), variant: variant(), ...properties })
      const event = { id: clock.randomId(), name, properties: all, time: at.time }
      outbox.add(event)
      if (client) whenIdle(() => void send(event))
      else beginOnce()
      // The page may be gone before its pagehide event.
      if (name === 'web_link_clicked') leave()
    },
  }
}
