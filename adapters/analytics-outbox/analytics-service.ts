import type { BrowserId } from './browser-id.ts'
import type { OutgoingEvent } from './outbox.ts'

/** `serverUrl` is the address that events are sent to. */
export type ServiceSettings = { readonly apiKey: string; readonly serverUrl: string }

/** A provider's SDK, once started. */
export type AnalyticsClient = {
  /**
   * Whether the service has accepted or rejected the event for good. Retries in order while the
   * page is open; after false, the next page sends it again.
   */
  deliver(event: OutgoingEvent, browser: BrowserId): Promise<boolean>
  /** Stops all sending, including what the SDK has queued. */
  silence(): void
}

/** What differs from one analytics provider to the next. */
export type AnalyticsService = {
  /** Loads the SDK. Once started, it collects, fetches and stores nothing on its own. */
  loadSdk(): Promise<{
    start(settings: ServiceSettings, browser: BrowserId): Promise<AnalyticsClient>
  }>
  /**
   * Sends the events in a way that outlives the page, without the SDK. Returns whether the browser
   * accepted them.
   */
  sendByBeacon(
    settings: ServiceSettings,
    browser: BrowserId,
    events: readonly OutgoingEvent[],
  ): boolean
  /** Deletes what the SDK may have stored in this browser. `apiKey` is empty while unknown. */
  removeTraces(apiKey: string): void
}
