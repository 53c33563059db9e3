import { globSync } from 'node:fs'
import path from 'node:path'
import type { AnalyticsEvent } from '#sandbox/analytics-event.ts'

// What tests outside its adapter need to know about the analytics provider, Amplitude: the only
// test file to change with the provider.

type Sent = Pick<AnalyticsEvent, 'name' | 'properties' | 'browser' | 'id'>

/** An upload of the events, as the SDK posts it. */
export const uploadOf = (events: readonly Sent[]): string =>
  JSON.stringify({
    api_key: 'sandbox',
    events: events.map(({ name, properties, browser = 'a-browser', id }) => ({
      device_id: browser,
      session_id: 1_795_257_446_245,
      time: 1_795_257_446_300,
      platform: 'Web',
      language: 'en-GB',
      ip: '$remote',
      insert_id: id,
      event_type: name,
      event_properties: properties,
      event_id: 4,
      library: 'amplitude-ts/2.40.0',
    })),
    options: { min_id_length: undefined },
    client_upload_time: '2026-11-21T10:00:00.000Z',
  })

/** The service's answer to an upload of this many events, for `toMatchObject`. */
export const acceptedAnswer = (count: number): object => ({ code: 200, events_ingested: count })

/** Uploads that the service refuses, and a part of each answer. */
export const faultyUploads: readonly (readonly [body: string, answer: object])[] = (
  [
    [{ events: [{ device_id: 'x', event_type: 'a' }] }, { missing_field: 'api_key' }],
    [{ api_key: 'sandbox', events: [] }, { missing_field: 'events' }],
    [
      { api_key: 'sandbox', events: [{ device_id: 'x', event_type: 'a' }, { device_id: 'x' }] },
      { events_with_missing_fields: { event_type: [1] } },
    ],
  ] as const
).map(([body, answer]) => [JSON.stringify(body), { code: 400, ...answer }])

/** The service's answer in an outage. */
export const outage = { status: 503, body: { code: 503, error: 'Unavailable' } } as const

/** Members of a sent event that would identify the visitor. */
export const identifyingMembers = ['ip', 'user_id'] as const

/** A string in the SDK's code, whatever its chunk is called. */
export const sdkMark = 'amplitude-ts'

/** What the SDK stores for the key `test-key`, including earlier versions and other settings. */
export const sdkTraces = {
  localStorage: ['AMP_remote_config_test-key', 'AMP_unsent_test-key'],
  sessionStorage: ['AMP_test-key'],
  cookies: ['AMP_test=1', 'AMP_MKTG_test=1; path=/'],
  databases: ['AMP_diagnostics_test-key', 'AMP_other'],
} as const

/** Files below `node_modules`: automatic collection, which is not bundled, and sending. */
export const sdkFiles: Readonly<Record<'unused' | 'used', readonly string[]>> = {
  unused: globSync('node_modules/@amplitude/plugin-*').map(
    (folder) => `@amplitude/${path.basename(folder)}/lib/esm/index.js`,
  ),
  used: [
    '@amplitude/analytics-browser/lib/esm/browser-client.js',
    '@amplitude/analytics-core/lib/esm/plugins/destination.js',
  ],
}
