import type { AnalyticsEvent } from './analytics-event.ts'

// Amplitude's HTTP V2 API, the analytics provider's format. Only this file depends on it.

/** The path that the SDK and the beacons post to. */
export const uploadPath = '/analytics'

export type Upload = { status: 200 | 400; answer: object; events: AnalyticsEvent[] }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The provider names, per missing field, the positions of the events that lack it. */
const findMissingFields = (events: unknown[]) => {
  const missing: Record<string, number[]> = {}
  for (const [index, event] of events.entries()) {
    const fields = isObject(event) ? event : {}
    if (typeof fields['event_type'] !== 'string') (missing['event_type'] ??= []).push(index)
    if (!fields['user_id'] && !fields['device_id'])
      (missing['user_id or device_id'] ??= []).push(index)
  }
  return missing
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const eventOf = ({
  event_type: name,
  event_properties: properties,
  device_id: browser,
  insert_id: id,
  time,
  ...other
}: Record<string, unknown>): AnalyticsEvent => ({
  name: String(name),
  properties: isObject(properties) ? properties : {},
  browser: textOf(browser),
  id: textOf(id),
  time: typeof time === 'number' ? time : undefined,
  other,
})

const refuse = (error: string, details: object = {}): Upload => ({
  status: 400,
  answer: { code: 400, error, ...details },
  events: [],
})

const lacks = (details: object) => refuse('Request missing required field', details)

/** Reads the body of an upload, and answers as the provider does. */
export const readUpload = (body: Buffer): Upload => {
  let payload: unknown
  try {
    payload = JSON.parse(body.toString('utf8'))
  } catch {
    return refuse('Invalid JSON request body')
  }
  if (!isObject(payload) || typeof payload['api_key'] !== 'string' || payload['api_key'] === '')
    return lacks({ missing_field: 'api_key' })
  const sent: unknown = payload['events']
  if (!Array.isArray(sent) || sent.length === 0) return lacks({ missing_field: 'events' })
  const missing = findMissingFields(sent)
  if (Object.keys(missing).length > 0) return lacks({ events_with_missing_fields: missing })
  const answer = {
    code: 200,
    events_ingested: sent.length,
    payload_size_bytes: body.length,
    server_upload_time: Date.now(),
  }
  return { status: 200, answer, events: sent.map(eventOf) }
}
