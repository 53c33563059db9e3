// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { createEventBuffer } from '#web/analytics/event-buffer.ts'
import type { RunningApp, AppLoader } from '#web/stores/app-loader.tsx'
import { takeUnsentPages } from '#web/analytics/page-tracker.ts'
import type { PageEvent } from '#web/analytics/page-tracker.ts'

const link = { label: 'Start', href: '/sign-up/survey', place: 'home' }

const aPage = ({ isLoaded = true, isAllowed = true, storage = createMemoryStorage() } = {}) => {
  const told: PageEvent[] = []
  const passed: string[] = []
  const closed = new Set<string>()
  const running = {
    stores: { global: { mayOpen: (path: string) => !closed.has(path) } },
  } as unknown as RunningApp
  const waiting: ((running: RunningApp) => void)[] = []
  const loader = {
    whenRunning: (work: (running: RunningApp) => void) =>
      isLoaded ? work(running) : waiting.push(work),
  } as unknown as AppLoader
  const target = new EventTarget()
  const page = {
    addEventListener: target.addEventListener.bind(target),
    document: { title: 'Home' },
    location: { pathname: '/' },
  }
  const events = createEventBuffer({
    loader,
    storage,
    isAllowed: () => isAllowed,
    now: () => 1000,
    referrer: 'https://search.example/',
    page: page as unknown as Window,
  })
  const load = () =>
    events.sendTo((event, mayStay) => {
      told.push(event)
      if (!mayStay) passed.push(event.path)
    })
  if (isLoaded) load()
  return {
    events,
    told,
    passed,
    close: (path: string) => closed.add(path),
    page,
    storage,
    run: () => {
      for (const work of waiting.splice(0)) work(running)
    },
    load,
    leave: () => target.dispatchEvent(new Event('pagehide')),
  }
}

describe('the event buffer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('delivers a page view with the title that the page sets a moment later', () => {
    const { events, told, page } = aPage()
    events.recordPageView({ pathname: '/press', search: '?a=1' })
    expect(told).toEqual([])
    page.document.title = 'Press'
    vi.advanceTimersByTime(100)
    expect(told).toEqual([{ path: '/press', search: '?a=1', title: 'Press', time: 1000 }])
  })

  it('delivers page views and link clicks in the order in which they happened', () => {
    const { events, told } = aPage()
    events.recordPageView({ pathname: '/', search: '' })
    events.recordLinkClick(link)
    events.recordPageView({ pathname: '/press', search: '' })
    events.recordPageView({ pathname: '/careers', search: '' })
    vi.advanceTimersByTime(100)
    expect(told.map((moment) => ('event' in moment ? 'link' : moment.path))).toEqual([
      '/',
      'link',
      '/press',
      '/careers',
    ])
  })

  it('treats a page view as redirected only if a guard already redirects when the view is recorded', () => {
    const { events, passed, close } = aPage()
    close('/sign-up/payment')
    events.recordPageView({ pathname: '/sign-up/payment', search: '' })
    events.recordPageView({ pathname: '/sign-up/verify-email', search: '' })
    close('/sign-up/verify-email')
    vi.advanceTimersByTime(100)
    expect(passed).toEqual(['/sign-up/payment'])
  })

  it('asks the guards about an early page view only once the application runs', () => {
    const { events, passed, close, run, load } = aPage({ isLoaded: false })
    events.recordPageView({ pathname: '/sign-up/payment', search: '' })
    vi.advanceTimersByTime(100)
    close('/sign-up/payment')
    run()
    load()
    expect(passed).toEqual(['/sign-up/payment'])
  })

  it('holds events until the application runs', () => {
    const { events, told, load, leave, storage } = aPage({ isLoaded: false })
    events.recordPageView({ pathname: '/', search: '' })
    events.recordLinkClick(link)
    expect(told).toEqual([])
    load()
    expect(told).toHaveLength(2)
    leave()
    expect(storage.entries()).toEqual({})
  })

  it('stores events for the next page load, grouped by page, when the application never loads', () => {
    const storage = createMemoryStorage()
    for (const pathname of ['/', '/press']) {
      const { events, leave } = aPage({ isLoaded: false, storage })
      events.recordPageView({ pathname, search: '?utm_source=paper' })
      leave()
      leave()
    }
    expect(
      takeUnsentPages(storage).map(({ referrer, events }) => [
        referrer,
        events.map(({ path }) => path),
      ]),
    ).toEqual([
      ['https://search.example/', ['/']],
      ['https://search.example/', ['/press']],
    ])
    expect(takeUnsentPages(storage)).toEqual([])
  })

  it('stores with each page view whether a guard redirects it', () => {
    const { events, close, run, leave, storage } = aPage({ isLoaded: false })
    close('/sign-up/payment')
    events.recordPageView({ pathname: '/sign-up/payment', search: '' })
    run()
    events.recordPageView({ pathname: '/sign-up/money-belief', search: '' })
    leave()
    expect(takeUnsentPages(storage)[0]?.events.map(({ path, mayStay }) => [path, mayStay])).toEqual(
      [
        ['/sign-up/payment', false],
        ['/sign-up/money-belief', true],
      ],
    )
  })

  it('delivers an event immediately while a page view still waits for its title', () => {
    const { events, told, page } = aPage()
    events.recordPageView({ pathname: '/sign-up/download-app', search: '' })
    events.track({
      name: 'account_signup_completed',
      properties: { journey: 'sign-up', seconds: 60 },
    })
    page.document.title = 'Get the app'
    vi.advanceTimersByTime(100)
    expect(told.map((moment) => ('event' in moment ? moment.event.name : moment.title))).toEqual([
      'account_signup_completed',
      'Get the app',
    ])
  })

  it('records steps within a page, which the router does not report', () => {
    const { events, told } = aPage()
    events.recordStepView({ path: '/sign-up/survey?step=2', title: 'Question 2' })
    expect(told).toEqual([
      { path: '/sign-up/survey?step=2', title: 'Question 2', search: '', time: 1000 },
    ])
  })

  it('stores nothing about a visitor who has opted out', () => {
    const { events, leave, storage } = aPage({ isLoaded: false, isAllowed: false })
    events.recordPageView({ pathname: '/', search: '' })
    leave()
    expect(storage.entries()).toEqual({})
  })
})
