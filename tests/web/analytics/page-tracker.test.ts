import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import { createPageTracker, takeUnsentPages } from '#web/analytics/page-tracker.ts'

const origin = 'https://evenkeel.example'
const link = { label: 'Start', href: '/sign-up/survey', place: 'home' }

const aTracker = ({ isAllowed = true, referrer = '' } = {}) => {
  const told: { event: AnalyticsEvent; moment: Moment }[] = []
  const storage = createMemoryStorage()
  const track = createPageTracker({
    track: (event, moment) => told.push({ event, moment }),
    storage,
    isAllowed: () => isAllowed,
    referrer,
    origin,
  })
  return {
    track,
    storage,
    told,
    open: (...paths: readonly string[]) => {
      for (const path of paths) track({ path, search: '', title: 'A page', time: 1000 })
    },
    views: () =>
      told
        .map(({ event }) => event.properties)
        .map((each) => ('path' in each ? [each.path, each.referrer] : [])),
  }
}

describe('the page tracker', () => {
  it('counts each visit to a route once, with the referrer', () => {
    const { open, views } = aTracker({
      referrer: 'https://search.example/results?q=ada@example.com#top',
    })
    open('/', '/press', '/press', '/')
    expect(views()).toEqual([
      ['/', 'https://search.example/results'],
      ['/press', '/'],
      ['/', '/press'],
    ])
  })

  it('reports a referrer on this site as a path, without the code in its query', () => {
    const { open, views } = aTracker({
      referrer: `${origin}/sign-up/email-confirmed?oobCode=secret`,
    })
    open('/press')
    expect(views()).toEqual([['/press', '/sign-up/email-confirmed']])
  })

  it('does not count pages that a guard redirects', () => {
    const { track, open, views } = aTracker()
    track({ path: '/sign-up/payment', search: '', title: 'Payment', time: 1000 }, false)
    open('/sign-up/money-belief')
    expect(views()).toEqual([['/sign-up/money-belief', '']])
  })

  it('counts the survey’s steps instead of its page, each visit to a step once', () => {
    const { track, open, views } = aTracker()
    open('/', '/sign-up/survey')
    for (const step of [1, 1, 2, 1])
      track({ path: `/sign-up/survey?step=${step}`, search: '', title: 'Question', time: 1000 })
    expect(views()).toEqual([
      ['/', ''],
      ['/sign-up/survey?step=1', '/'],
      ['/sign-up/survey?step=2', '/sign-up/survey?step=1'],
      ['/sign-up/survey?step=1', '/sign-up/survey?step=2'],
    ])
  })

  it('sends each event with the attribution that applied when the event happened', () => {
    const { track, told } = aTracker()
    track({ path: '/', search: '?utm_source=paper', title: 'Home', time: 1000 })
    track({ path: '/', event: { name: 'web_link_clicked', properties: link }, time: 1001 })
    track({ path: '/press', search: '?utm_source=search', title: 'Press', time: 1002 })
    const [paper, search] = [{ source: 'paper' }, { source: 'search' }]
    expect(told.map(({ event, moment }) => [event.name, moment])).toEqual([
      ['web_page_viewed', { path: '/', time: 1000, firstTouch: paper, lastTouch: paper }],
      ['web_link_clicked', { path: '/', time: 1001, firstTouch: paper, lastTouch: paper }],
      ['web_page_viewed', { path: '/press', time: 1002, firstTouch: paper, lastTouch: search }],
    ])
  })

  it('stores nothing about a visitor who has opted out', () => {
    const { track, storage } = aTracker({ isAllowed: false })
    track({ path: '/', search: '?utm_source=paper', title: 'Home', time: 1000 })
    expect(storage.entries()).toEqual({})
  })
})

describe('the stored events of earlier pages', () => {
  it.each(['not JSON', '{}', '[7]', 'null', '{"referrer":7,"events":[]}'])(
    'are dropped when the stored text is not valid: %s',
    (text) => {
      const storage = createMemoryStorage()
      storage.write(analyticsKeys.early, text)
      expect(takeUnsentPages(storage)).toEqual([])
      expect(storage.entries()).toEqual({})
    },
  )
  it('are reduced to the valid ones', () => {
    const storage = createMemoryStorage()
    const viewed = { path: '/', search: '', title: 'Home', time: 1000, mayStay: true }
    const followed = {
      path: '/',
      event: { name: 'web_link_clicked', properties: link },
      time: 1001,
      mayStay: true,
    }
    const events = [
      null,
      7,
      {},
      { ...viewed, time: '1000' },
      { ...viewed, search: null },
      { ...followed, event: {} },
      viewed,
      followed,
    ]
    storage.write(analyticsKeys.early, JSON.stringify({ referrer: '', events }))
    expect(takeUnsentPages(storage)).toEqual([{ referrer: '', events: [viewed, followed] }])
  })
})
