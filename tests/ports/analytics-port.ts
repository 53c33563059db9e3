import { beforeEach, describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '#core/model/analytics-events.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

/** `time` and `path` are the event's moment, undefined when none was sent. */
export type Delivered = {
  readonly name: string
  readonly properties: object
  readonly time: number | undefined
  readonly path: string | undefined
}

export type AnalyticsHarness = {
  readonly analytics: Eventual<AnalyticsPort>
  /** What the service received, oldest first. */
  events(): Promise<readonly Delivered[]>
  /** Withdraws the visitor's consent, and gives it again. */
  forbid(): Promise<void> | void
  allow(): Promise<void> | void
  /** Makes the service stop answering. */
  fail(): Promise<void> | void
  restore(): Promise<void> | void
}

const aPageView = (path: string): AnalyticsEvent => ({
  name: 'web_page_viewed',
  properties: { path, title: 'Survey', referrer: '' },
})

const anAnswer = (index: number): AnalyticsEvent => ({
  name: 'money_belief_assessment_question_answered',
  properties: { question: `q${index}`, answer: 3, index },
})

/** What every analytics adapter does. */
export const describeAnalyticsPort = (
  name: string,
  makeHarness: () => Promise<AnalyticsHarness> | AnalyticsHarness,
) =>
  describe(`${name} as analytics port`, () => {
    let harness: AnalyticsHarness
    const track = async (event: AnalyticsEvent) => harness.analytics.track(event)
    const delivered = async () =>
      (await harness.events()).map(({ name, properties }) => ({ name, properties }))

    beforeEach(async () => {
      harness = await makeHarness()
    })

    it('delivers the same event as often as it happened', async () => {
      await track(aPageView('/sign-up/survey'))
      await track(aPageView('/sign-up/survey'))
      await expect
        .poll(delivered)
        .toMatchObject([aPageView('/sign-up/survey'), aPageView('/sign-up/survey')])
    })

    it('delivers many events tracked at once, each once and in order', async () => {
      const events = Array.from({ length: 45 }, (_, index) => anAnswer(index))
      await Promise.all(events.map(track))
      await expect.poll(delivered).toMatchObject(events)
    })

    it('delivers nothing without consent, not even later', async () => {
      await harness.forbid()
      await track(aPageView('/unseen'))
      await harness.allow()
      await track(aPageView('/seen'))
      await harness.forbid()
      await track(aPageView('/unseen-too'))
      await harness.allow()
      await track(aPageView('/seen-again'))
      const paths = async () =>
        (await delivered()).map(({ properties }) => 'path' in properties && properties.path)
      await expect.poll(paths).toContain('/seen-again')
      expect(await paths()).not.toContain('/unseen')
      expect(await paths()).not.toContain('/unseen-too')
    })

    it('delivers an event with the time and path it is given', async () => {
      const moment = {
        time: Date.parse('2026-11-20T08:30:00Z'),
        path: '/assessment/money-belief',
        firstTouch: null,
        lastTouch: { source: 'paper' },
      }
      await harness.analytics.track(anAnswer(1), moment)
      const moments = async () => (await harness.events()).map(({ time, path }) => ({ time, path }))
      await expect.poll(moments).toEqual([{ time: moment.time, path: moment.path }])
    })

    it('delivers no property beyond the event’s own and the common ones', async () => {
      await track(aPageView('/sign-up/survey'))
      await track(anAnswer(1))
      await expect.poll(delivered).toHaveLength(2)
      const own = [aPageView('/sign-up/survey'), anAnswer(1)].map(({ properties }) =>
        Object.keys(properties),
      )
      const foreign = (await delivered()).map(({ properties }, index) =>
        Object.keys(properties).filter(
          (key) =>
            !own[index]?.includes(key) &&
            !/^(?:path|journey|variant|(?:first|last)_touch_\w+)$/.test(key),
        ),
      )
      expect(foreign).toEqual([[], []])
    })

    it('returns the id of this browser while analytics is allowed, and a new one once forgotten', async () => {
      const id = await harness.analytics.visitorId()
      expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      expect(await harness.analytics.visitorId()).toBe(id)
      await harness.forbid()
      expect(await harness.analytics.visitorId()).toBeNull()
      await harness.analytics.forget()
      await harness.allow()
      expect(await harness.analytics.visitorId()).not.toBe(id)
    })

    it('forgets unsent events, and delivers later ones', async () => {
      await track(aPageView('/before'))
      await expect.poll(delivered).toHaveLength(1)
      await harness.fail()
      await track(aPageView('/forgotten'))
      await harness.analytics.forget()
      await harness.analytics.forget()
      await harness.restore()
      await track(aPageView('/after'))
      await expect.poll(delivered).toMatchObject([aPageView('/before'), aPageView('/after')])
    })

    it('does not fail while the service is down, and delivers afterwards, each once and in order', async () => {
      await track(aPageView('/before'))
      await expect.poll(delivered).toHaveLength(1)
      await harness.fail()
      await track(aPageView('/during'))
      await track(anAnswer(1))
      await harness.restore()
      await track(aPageView('/after'))
      const all = [aPageView('/before'), aPageView('/during'), anAnswer(1), aPageView('/after')]
      await expect.poll(delivered).toMatchObject(all)
    })
  })
