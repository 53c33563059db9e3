import type { AnalyticsService } from '../analytics-outbox/analytics-service.ts'
import { removeSdkTraces } from './sdk-traces.ts'
import type { SdkTraces } from './sdk-traces.ts'

type AmplitudeParts = {
  readonly loadSdk: () => Promise<typeof import('./amplitude-sdk.ts')>
  /** The window. */
  readonly page: SdkTraces & {
    readonly navigator: Pick<Navigator, 'sendBeacon' | 'language' | 'onLine'>
  }
}

/** Replaces the SDK's stores, because the outbox and the browser id store everything. */
const nowhere = {
  isEnabled: async () => true,
  get: async () => undefined,
  getRaw: async () => undefined,
  set: async () => {},
  remove: async () => {},
  reset: async () => {},
}

/** Turns off everything that the SDK would collect, fetch or store on its own. */
const quietly = {
  identityStorage: 'none',
  storageProvider: nowhere,
  autocapture: false,
  remoteConfig: { fetchRemoteConfig: false },
  enableDiagnostics: false,
  trackingOptions: { ipAddress: false },
  logLevel: 0,
} as const

/** Amplitude, which counts events with the same `insert_id` once. */
export const createAmplitudeService = ({ loadSdk, page }: AmplitudeParts): AnalyticsService => ({
  loadSdk: async () => {
    const { AmplitudeBrowser } = await loadSdk()
    return {
      start: async ({ apiKey, serverUrl }, { deviceId, sessionId }) => {
        const client = new AmplitudeBrowser()
        await client.init(apiKey, { ...quietly, serverUrl, deviceId, sessionId }).promise
        return {
          deliver: async ({ id, name, properties, time }, browser) => {
            const { code } = await client.track({
              event_type: name,
              event_properties: properties,
              time,
              insert_id: id,
              session_id: browser.sessionId,
            }).promise
            return code >= 200 && code < 500
          },
          silence: () => {
            client.config.transportProvider = { send: async () => null }
            client.setOptOut(true)
          },
        }
      },
    }
  },
  // Bypasses the SDK, which sends nothing while an earlier request is pending. The format is the
  // HTTP V2 API's.
  sendByBeacon: ({ apiKey, serverUrl }, { deviceId, sessionId }, events) => {
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
        language: page.navigator.language,
      })),
    })
    return page.navigator.sendBeacon(serverUrl, body) && page.navigator.onLine
  },
  removeTraces: (apiKey) => void removeSdkTraces(page, apiKey),
})
