import type { Attribution, Touch } from '#core/model/attribution.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { StoragePort } from '#core/ports/storage.ts'
import { createEventQueue } from './event-queue.ts'
import type { QueuedEvent } from './event-queue.ts'

type AmplitudeSdk = typeof import('./amplitude-sdk.ts')
type Client = ReturnType<AmplitudeSdk['createInstance']>

export type AmplitudeSettings = { readonly apiKey: string; readonly serverUrl?: string }

/** What every event carries beside its own properties. */
export type EventContext = Attribution & {
  readonly path: string
  readonly journey: JourneyName | null
  readonly variant: string | null
}

export type AmplitudeParts = {
  readonly loadSdk: () => Promise<AmplitudeSdk>
  /** Null: there is no analytics service; nothing is loaded or sent. */
  readonly settings: () => Promise<AmplitudeSettings | null>
  /** Asked at each event, for what holds at that moment. */
  readonly context: () => EventContext
  /** Whether the visitor lets themself be measured; asked at each event and before anything is loaded or sent. */
  readonly isAllowed: () => boolean
  readonly whenIdle: (callback: () => void) => void
  /** Where events wait when their page is left before the SDK was loaded. */
  readonly storage: StoragePort
  readonly clock: Pick<ClockPort, 'now'>
  /** The window: tells when the page is left. */
  readonly page: Pick<Window, 'addEventListener'>
}

const touchProperties = (prefix: string, touch: Touch | null): Record<string, string> =>
  Object.fromEntries(Object.entries(touch ?? {}).map(([name, value]) => [`${prefix}_${name}`, value]))

const contextProperties = ({ path, journey, variant, firstTouch, lastTouch }: EventContext) => ({
  path,
  journey,
  variant,
  ...touchProperties('first_touch', firstTouch),
  ...touchProperties('last_touch', lastTouch),
})

/** Everything the SDK would collect, fetch or store by itself is off; it keeps a random device id and unsent events. */
const start = async (sdk: AmplitudeSdk, { apiKey, serverUrl }: AmplitudeSettings): Promise<Client> => {
  const client = sdk.createInstance()
  await client.init(apiKey, {
    ...(serverUrl && { serverUrl }),
    autocapture: false,
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    identityStorage: 'localStorage',
    trackingOptions: { ipAddress: false },
    logLevel: 0,
  }).promise
  return client
}

/** Amplitude. Its SDK is loaded once the page is idle and there is an event to send; until then events wait. */
export const createAmplitudeAnalytics = ({
  loadSdk,
  settings,
  context,
  isAllowed,
  whenIdle,
  storage,
  clock,
  page,
}: AmplitudeParts): AnalyticsPort => {
  const queue = createEventQueue(storage)
  let client: Client | null = null
  let isStarting = false
  let isOff = false

  const send = ({ name, properties, time }: QueuedEvent) =>
    void client?.track({ event_type: name, event_properties: properties, time })

  const drain = async () => {
    const found = await settings()
    if (found === null) {
      isOff = true
      queue.clear()
      return
    }
    client = await start(await loadSdk(), found)
    for (const event of queue.take()) send(event)
  }

  /** A failure to load leaves the events in the queue: the next one tries again. */
  const begin = () => {
    if (isStarting) return
    isStarting = true
    whenIdle(() => {
      const work = isAllowed() ? drain() : Promise.resolve(queue.clear())
      void work.catch(() => undefined).finally(() => {
        isStarting = false
      })
    })
  }

  page.addEventListener('pagehide', () => {
    if (!isAllowed()) return
    queue.keep()
    client?.setTransport('beacon')
    client?.flush()
  })
  page.addEventListener('pageshow', () => client?.setTransport('fetch'))

  return {
    track: ({ name, properties }) => {
      const isWanted = isAllowed()
      client?.setOptOut(!isWanted)
      if (!isWanted) queue.clear()
      if (!isWanted || isOff) return
      const event = { name, properties: { ...contextProperties(context()), ...properties }, time: clock.now().getTime() }
      if (client) return send(event)
      queue.add(event)
      begin()
    },
  }
}
