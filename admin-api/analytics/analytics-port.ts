/** An event of a user who allows analytics. */
export type OutgoingEvent = {
  /** The service counts one of the same id and visitor once, however often it is sent. */
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
   * `refused`: for good, sending it again changes nothing. Throws AnalyticsUnavailable when it is
   * worth another try later.
   */
  send(event: OutgoingEvent): Promise<'sent' | 'refused'>
}

/** The analytics service cannot be reached, or takes no events at the moment. */
export class AnalyticsUnavailable extends Error {
  /** The HTTP status of its response; null without one. */
  readonly status: number | null

  constructor(status: number | null) {
    super(`The analytics service took no event${status === null ? '' : ` (${status})`}.`)
    this.name = 'AnalyticsUnavailable'
    this.status = status
  }
}
