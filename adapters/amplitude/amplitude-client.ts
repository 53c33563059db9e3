import type { BrowserId } from './browser-id.ts'
import type { OutgoingEvent } from './outbox.ts'

export type AmplitudeSdk = typeof import('./amplitude-sdk.ts')
export type AmplitudeSettings = { readonly apiKey: string; readonly serverUrl: string }

type Client = InstanceType<AmplitudeSdk['AmplitudeBrowser']>

/** Replaces the SDK's stores: the outbox and the browser id keep everything. */
const nowhere = {
  isEnabled: async () => true,
  get: async () => undefined,
  getRaw: async () => undefined,
  set: async () => {},
  remove: async () => {},
  reset: async () => {},
}

/** Everything the SDK would collect, fetch or store by itself is off. */
export const startClient = async (
  { AmplitudeBrowser }: AmplitudeSdk,
  { apiKey, serverUrl }: AmplitudeSettings,
  { deviceId, sessionId }: BrowserId,
): Promise<Client> => {
  const client = new AmplitudeBrowser()
  await client.init(apiKey, {
    serverUrl,
    deviceId,
    sessionId,
    identityStorage: 'none',
    storageProvider: nowhere,
    autocapture: false,
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    trackingOptions: { ipAddress: false },
    logLevel: 0,
  }).promise
  return client
}

/**
 * Whether the service has accepted or rejected the event for good; false when it may be sent again.
 */
export const deliver = async (
  client: Client,
  { id, name, properties, time }: OutgoingEvent,
  { sessionId }: BrowserId,
) => {
  const { code } = await client.track({
    event_type: name,
    event_properties: properties,
    time,
    insert_id: id,
    session_id: sessionId,
  }).promise
  return code >= 200 && code < 500
}

/** Stops all sending, including what the SDK has queued. */
export const silence = (client: Client) => {
  client.config.transportProvider = { send: async () => null }
  client.setOptOut(true)
}

/**
 * Sends the events in a way that outlives the page, in the format of Amplitude's HTTP V2 API,
 * because the SDK sends nothing while an earlier request is pending. Returns whether the browser
 * accepted them.
 */
export const sendEventsByBeacon = (
  navigator: Pick<Navigator, 'sendBeacon' | 'language' | 'onLine'>,
  { apiKey, serverUrl }: AmplitudeSettings,
  { deviceId, sessionId }: BrowserId,
  events: readonly OutgoingEvent[],
): boolean => {
  const body = JSON.stringify({
    api_key: apiKey,
    events: events.map(({ id, name, properties, time }) => ({
      event_type: name,
      event_properties: properties,
      time,
      insert_id: id,
      device_id: deviceId,
      session_id: sessionId,
      platform: 'Web',
      language: navigator.language,
    })),
  })
  return navigator.sendBeacon(serverUrl, body) && navigator.onLine
}
