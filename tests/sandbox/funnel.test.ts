import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { AnalyticsEvent, ReceivedEvent } from '#sandbox/analytics-event.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { createConsole } from '#sandbox/console/app.ts'
import { funnelsOf } from '#sandbox/console/funnel.ts'
import { uploadOf } from '#tests/support/analytics-provider.ts'

type Visit = { variant?: string; source?: string }

const event = (
  device: string,
  name: string,
  properties: object,
  { variant = '1 Step', source }: Visit = {},
): AnalyticsEvent => ({
  browser: device,
  name,
  properties: { variant, ...(source && { first_touch_source: source }), ...properties },
  other: {},
})

const view = (at: string) =>
  [
    'web_page_viewed',
    { path: at, journey: /^\/(sign-up|enroll|assessment)\//.exec(at)?.[1] ?? null },
  ] as const
const of = (name: string, journey = 'sign-up') =>
  [name, { path: `/${journey}/x`, journey }] as const

/** Every step of the sign-up, in order. */
const signUp = [
  view('/'),
  view('/sign-up/survey?step=1'),
  view('/sign-up/survey?step=result'),
  of('money_belief_assessment_completed'),
  of('web_program_selected'),
  of('user_account_created'),
  of('subscription_intent_created'),
  of('web_free_trial'),
  of('account_signup_completed'),
]

const visit = (device: string, steps: number, about?: Visit) =>
  signUp.slice(0, steps).map(([name, properties]) => event(device, name, properties, about))

const received = (events: AnalyticsEvent[]): ReceivedEvent[] =>
  events.map((each) => ({ receivedAt: '2026-11-21T12:00:00Z', event: each }))

const funnelOf = (events: AnalyticsEvent[], journey = 'sign-up') => {
  const funnel = funnelsOf(received(events)).find((each) => each.journey === journey)
  if (!funnel) throw new Error(`No funnel of ${journey}`)
  return funnel
}

describe('the funnel', () => {
  test('counts each browser once at each step, and the browsers lost on the way', () => {
    const { steps } = funnelOf([
      ...visit('a', 9),
      ...visit('b', 4),
      ...visit('b', 4),
      ...visit('c', 4),
      ...visit('d', 1),
    ])
    expect(steps.map((step) => step.count)).toEqual([4, 3, 3, 3, 1, 1, 1, 1, 1])
    expect(steps[0]).toEqual({
      name: 'Opened the site',
      count: 4,
      share: 100,
      lost: 0,
      lostShare: 0,
    })
    expect(steps[1]).toMatchObject({ share: 75, lost: 1, lostShare: 25 })
    expect(steps[4]).toMatchObject({ name: 'Chose a plan', share: 25, lost: 2, lostShare: 67 })
  })

  test('counts no step after a skipped one, but accepts events in any order', () => {
    const [opened, , ...later] = visit('a', 9)
    expect(funnelOf([opened!, ...later]).steps.map((step) => step.count)).toEqual([
      1, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
    expect(funnelOf(visit('b', 9).toReversed()).steps.at(-1)?.count).toBe(1)
  })

  test('is divided by variant and by first source, with the smallest sources grouped', () => {
    const sources = ['news', 'news', 'news', 'search', 'search', 'paper', 'radio', 'fair'] as const
    const { splits } = funnelOf([
      ...visit('direct', 9, { variant: '3 Steps' }),
      ...sources.flatMap((source, index) => visit(`from-${index}`, index + 1, { source })),
    ])
    const first = splits.map(({ by, value, steps }) => [by, value, steps[0]?.count])
    expect(first.slice(0, 4)).toEqual([
      ['variant', '1 Step', 8],
      ['variant', '3 Steps', 1],
      ['source', 'news', 3],
      ['source', 'search', 2],
    ])
    expect(first).toHaveLength(6)
    expect(first.at(-1)).toEqual(['source', '3 others', 3])
    expect(splits[1]?.steps.every((step) => step.count === 1)).toBe(true)
  })

  test('is counted separately for each journey', () => {
    const enroll = [
      view('/enroll/payment'),
      of('web_program_selected', 'enroll'),
      of('subscription_intent_created', 'enroll'),
    ]
    const events = enroll.map(([name, properties]) => event('a', name, properties))
    expect(funnelOf(events, 'enroll').steps.map((step) => step.count)).toEqual([1, 1, 1, 0, 0, 0])
    expect(funnelOf(events).steps.map((step) => step.count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(funnelOf(events, 'assessment').steps[0]?.count).toBe(0)
  })

  test('ignores events that lack the expected properties', () => {
    const strange = [
      { name: 'web_page_viewed', properties: {}, other: {} },
      { name: 'y', browser: 'a', properties: { path: 7 }, other: {} },
    ]
    expect(funnelsOf(received(strange)).map(({ steps }) => steps[0]?.count)).toEqual([0, 0, 0])
  })
})

describe('the console', () => {
  let folder: string
  let server: FastifyInstance
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-funnel-'))
    server = await createConsole({ siteUrl: 'http://localhost:8000', folder })
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const send = (events: AnalyticsEvent[]) =>
    server.inject({
      method: 'POST',
      url: uploadPath,
      payload: uploadOf(events),
    })

  test('updates the funnel as events arrive', async () => {
    expect((await server.inject('/sections')).body).toContain('Nobody has begun it yet.')
    await send(visit('a', 9, { source: '<b>news</b>' }))
    expect((await server.inject('/sections')).body).toMatch(
      /Reached the app<\/th>[^]*?<b>1<\/b> <span class="share">100%/,
    )
    await send(visit('b', 3, { variant: '3 Steps' }))
    const { body } = await server.inject('/sections')
    expect(body).toMatch(/Reached the app<\/th>[^]*?<b>1<\/b> <span class="share">50%/)
    expect(body).toContain('By result version')
    expect(body).toContain('&lt;b&gt;news&lt;/b&gt;')
    expect(body).not.toContain('<b>news</b>')
    const [funnel] = (await server.inject('/api/funnel')).json().data
    expect(funnel).toMatchObject({
      journey: 'sign-up',
      steps: [
        { count: 2 },
        { count: 2 },
        { count: 2 },
        { count: 1, lost: 1, lostShare: 50 },
        {},
        {},
        {},
        {},
        {},
      ],
    })
  })
})
