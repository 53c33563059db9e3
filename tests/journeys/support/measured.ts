import { expect } from 'vitest'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { AnalyticsEvent } from '#core/model/analytics-events.ts'
import { eventually } from './eventually.ts'
import type { Records } from './records.ts'
import type { Visitor } from './visitor.ts'

/** An event as a test's table lists it; `at` is its path when the properties have none. */
export type Expected = AnalyticsEvent & { readonly at?: string }

/** The random number of the visitor's browser, once it has one. */
export const browserOf = async ({ stored }: Visitor): Promise<string> => {
  let id = ''
  await eventually(async () => {
    const kept = (await stored())[analyticsKeys.browser]
    id = (JSON.parse(kept ?? '{}') as { deviceId?: string }).deviceId ?? ''
    expect(id).not.toBe('')
  })
  return id
}

/** For `expect.poll`: longer than the SDK's pause before it sends. */
export const patience = { timeout: 60_000, interval: 100 }

/**
 * The events of a browser as they arrived, with all their properties, in the order in which they
 * happened.
 */
export const measured = (records: Records, browser: string) => async () =>
  (await records.eventsOf(browser)).map(({ name, properties }) => ({ name, properties }))

/** The expected events in the same form; `everywhere` are the properties that all of them share. */
export const table = (
  expected: readonly Expected[],
  everywhere: Readonly<Record<string, unknown>>,
) =>
  expected.map(({ name, properties, at }) => {
    const path = 'path' in properties ? properties.path : at
    const journey = /^\/(sign-up|enroll|assessment)\//.exec(path ?? '')?.[1] ?? null
    return { name, properties: { path, journey, ...everywhere, ...properties } }
  })
