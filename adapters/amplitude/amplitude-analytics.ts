import type { Moment } from '#core/model/analytics-events.ts'
import type { Touch } from '#core/model/attribution.ts'
import { mentionsEmail } from '#core/model/email-mention.ts'
import { journeyOf } from '#core/model/routes.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { deliver, sendEventsByBeacon, silence, startClient } from './amplitude-client.ts'
import type { AmplitudeSdk, AmplitudeSettings } from './amplitude-client.ts'
import { createBrowserId } from './browser-id.ts'
import { createOutbox } from './outbox.ts'
import type { OutgoingEvent } from './outbox.ts'
import { removeSdkTraces } from './sdk-traces.ts'
import type { SdkTraces } from './sdk-traces.ts'

export type AmplitudeParts = {
  readonly loadSdk: () => Promise<AmplitudeSdk>
  /** Null when there is no analytics service: nothing is loaded or sent. */
  readonly settings: () => Promise<AmplitudeSettings | null>
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
  /** The window, whose events tell when the page is left and which can still send then. */
  readonly page: Pick<Window, 'addEventListener' | 'document' | 'navigator'> & SdkTraces
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
 * Amplitude. Its SDK is loaded and started in separate idle callbacks. Each event is kept until the
 * service confirms it; when the page is left before that, the browser sends it in the background,
 * or else the next page does.
 */
export const createAmplitudeAnalytics = ({
  loadSdk,
  settings,
  moment,
  variant,
  isAllowed,
  whenIdle,
  storage,
  clock,
  page,
}: AmplitudeParts): AnalyticsPort => {
  const outbox = createOutbox(storage)
  const browser = createBrowserId(storage, clock)
  let known: AmplitudeSettings | null = null
  let client: Awaited<ReturnType<typeof startClient>> | null = null
  let isStarting = false
  let isOff = false
  let beaconed: ReadonlySet<string> = new Set()

  const forget = () => {
    if (client) silence(client)
    client = null
    outbox.clear()
    browser.forget()
    void removeSdkTraces(page, known?.apiKey ?? '')
  }

  const send = async (event: OutgoingEvent) => {
    if (client && (await deliver(client, event, browser.seen()))) outbox.confirm(event.id)
  }

  const findService = async () => {
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
    const service = await findService()
    if (service === null) return
    await idle()
    if (!isAllowed()) return
    const sdk = await loadSdk()
    await idle()
    if (!isAllowed()) return
    client = await startClient(sdk, service, browser.seen())
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
    if (known && sendEventsByBeacon(page.navigator, known, browser.seen(), events)) {
      beaconed = new Set([...beaconed, ...events.map(({ id }) => id)])
    } else outbox.keep()
  }

  // A phone may discard a hidden page without another event.
  page.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') leave()
  })
  page.addEventListener('pagehide', leave)

  return {
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
