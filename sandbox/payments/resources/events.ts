import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { WebhookEndpoint } from '../objects/events.ts'
import {
  flag,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  range,
  required,
  text,
} from '../params.ts'
import type { Sandbox } from '../sandbox.ts'

export const newWebhookEndpoint = (
  time: number,
  own: Partial<WebhookEndpoint> & { url: string; enabled_events: string[] },
): WebhookEndpoint => ({
  id: newId('we'),
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: time,
  description: null,
  livemode: false,
  metadata: {},
  _secret: newId('whsec', 32),
  status: 'enabled',
  ...own,
})

const find = (sandbox: Sandbox, id: string): WebhookEndpoint => {
  const found = sandbox.state.webhookEndpoints[id]
  if (!found) throw noSuch('webhook endpoint', id)
  return found
}

/** `invoice.*` takes all events of invoices. */
const matches = (type: string, pattern: string): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

export const eventEndpoints = [
  endpoint(
    'GET',
    '/v1/events',
    { ...paging, created: range, delivery_success: flag, type: text, types: listOf(text) },
    (sandbox, { params }) => {
      const patterns = params.types ?? (params.type === undefined ? null : [params.type])
      return listPage(
        '/v1/events',
        Object.values(sandbox.state.events).filter(
          (each) =>
            (patterns === null || patterns.some((pattern) => matches(each.type, pattern))) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            (params.delivery_success === undefined ||
              (each.pending_webhooks === 0) === params.delivery_success),
        ),
        params,
      )
    },
  ),
  endpoint('GET', '/v1/events/:id', {}, (sandbox, { id }) => {
    const event = sandbox.state.events[id]
    if (!event) throw noSuch('event', id)
    return event
  }),
  endpoint(
    'POST',
    '/v1/webhook_endpoints',
    {
      api_version: text,
      description: text,
      enabled_events: required(listOf(text)),
      metadata,
      url: required(text),
    },
    (sandbox, { params }) => {
      if (!URL.canParse(params.url))
        throw invalidRequest('Invalid URL', { code: 'url_invalid', param: 'url' })
      const made = newWebhookEndpoint(sandbox.now(), {
        ...params,
        metadata: mergeMetadata({}, params.metadata),
      })
      sandbox.state.webhookEndpoints[made.id] = made
      return { ...made, secret: made._secret }
    },
  ),
  endpoint('GET', '/v1/webhook_endpoints', paging, (sandbox, { params }) =>
    listPage('/v1/webhook_endpoints', Object.values(sandbox.state.webhookEndpoints), params),
  ),
  endpoint('GET', '/v1/webhook_endpoints/:id', {}, (sandbox, { id }) => find(sandbox, id)),
  endpoint('DELETE', '/v1/webhook_endpoints/:id', {}, (sandbox, { id }) => {
    find(sandbox, id)
    delete sandbox.state.webhookEndpoints[id]
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
