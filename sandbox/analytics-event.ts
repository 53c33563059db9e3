/** An analytics event, whichever provider's SDK sent it. */
export type AnalyticsEvent = {
  name: string
  properties: Record<string, unknown>
  /** The random id of the browser it came from. */
  browser?: string
  /** The event's own id; an event that is sent again has the same one. */
  id?: string
  /** When it happened, in milliseconds since 1970. */
  time?: number
  /** What else was sent, in the provider's format. */
  other: Record<string, unknown>
}

export type ReceivedEvent = { receivedAt: string; event: AnalyticsEvent }
