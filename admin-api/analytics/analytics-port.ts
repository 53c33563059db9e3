/** An event of a user who allows analytics. */
export type OutgoingEvent = {
  /** The service counts events with the same id and visitor only once. */
  readonly id: string
  /** The random id of the user's browser, which the events of the site carry too. */
  readonly visitorId: string
  readonly name: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** In Unix milliseconds. */
  readonly time: number
}

/** The key of the project, and where events are sent. */
export type AnalyticsSettings = { readonly apiKey: string; readonly serverUrl: string }

export type AnalyticsPort = {
  /**
   * `refused` is final: sending the event again would not help. Throws AnalyticsUnavailable when a
   * later attempt may succeed.
   */
  send(event: OutgoingEvent): Promise<'sent' | 'refused'>
}

/** The analytics service cannot be reached, or is not accepting events. */
export class AnalyticsUnavailable extends Error {
  /** The HTTP status of its response; null without one. */
  readonly status: number | null

  constructor(status: number | null) {
    super(`The analytics service took no event${status === null ? '' : ` (${status})`}.`)
    this.name = 'AnalyticsUnavailable'
    this.status = status
  }
}
