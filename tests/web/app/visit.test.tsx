// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import { measuringKeys } from '#core/model/tracking-consent.ts'
import { takeEarlyEvents } from '#web/app/early-events.ts'
import type { RunningApp, Session } from '#web/app/session.tsx'
import { createVisit, useVisit, VisitProvider } from '#web/app/visit.tsx'

const aVisit = ({ isRunning = true, isAllowed = true, mayOpen = (_path: string): boolean => true, referrer = '' } = {}) => {
  const told: { event: AnalyticsEvent; moment: Moment }[] = []
  const running = {
    app: { trackEvent: (event: AnalyticsEvent, moment: Moment) => told.push({ event, moment }) },
    stores: { global: { mayOpen } },
  } as unknown as RunningApp
  let waiting: ((running: RunningApp) => void)[] = []
  let isUp = isRunning
  const session: Session = {
    state: () => (isUp ? { kind: 'running', running } : { kind: 'starting' }),
    subscribe: () => () => {},
    start: () => Promise.resolve(),
    whenRunning: (work) => {
      if (isUp) work(running)
      else waiting = [...waiting, work]
    },
  }
  const storage = createMemoryStorage()
  const visit = createVisit({ session, storage, isAllowed: () => isAllowed, now: () => new Date(1000), referrer, page: window })
  return {
    visit,
    storage,
    told,
    views: () => told.map(({ event }) => event.properties).map((each) => ('path' in each ? [each.path, each.referrer] : [])),
    run: () => {
      isUp = true
      for (const work of waiting.splice(0)) work(running)
    },
  }
}

const leave = () => window.dispatchEvent(new Event('pagehide'))

describe('a visit', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })
  afterEach(cleanup)

  const open = (visit: ReturnType<typeof createVisit>, ...paths: readonly string[]) => {
    for (const path of paths) {
      visit.openRoute(path)
      vi.advanceTimersByTime(100)
    }
  }

  it('counts each route once, and where the visitor came from', () => {
    const { visit, views } = aVisit({ referrer: 'https://search.example/results?q=ada@example.com#top' })
    open(visit, '/', '/press', '/press', '/')
    expect(views()).toEqual([['/', 'https://search.example/results'], ['/press', '/'], ['/', '/press']])
  })

  it('tells of a page of this site as a path', () => {
    const { visit, views } = aVisit({ referrer: `${window.location.origin}/sign-up/email-confirmed?oobCode=secret` })
    open(visit, '/press')
    expect(views()).toEqual([['/press', '/sign-up/email-confirmed']])
  })

  it('leaves out what a guard led away from, however fast', () => {
    const { visit, views } = aVisit({ mayOpen: (path) => !['/sign-up/payment', '/account'].includes(path) })
    open(visit, '/sign-up/payment', '/sign-up/money-belief')
    visit.openRoute('/account')
    open(visit, '/sign-in')
    expect(views()).toEqual([['/sign-up/money-belief', ''], ['/sign-in', '/sign-up/money-belief']])
  })

  it('counts a page that was left before its title was there', () => {
    const { visit, views } = aVisit()
    visit.openRoute('/')
    open(visit, '/press')
    expect(views()).toEqual([['/', ''], ['/press', '/']])
  })

  it('leaves the survey to count its own steps', () => {
    const { visit, views } = aVisit()
    open(visit, '/', '/sign-up/survey')
    visit.viewPage({ path: '/sign-up/survey?step=1', title: 'Question 1' })
    visit.viewPage({ path: '/sign-up/survey?step=2', title: 'Question 2' })
    expect(views()).toEqual([['/', ''], ['/sign-up/survey?step=1', '/'], ['/sign-up/survey?step=2', '/sign-up/survey?step=1']])
  })

  it('counts a step once under StrictMode and when it is drawn again', () => {
    const { visit, views } = aVisit()
    const Step = ({ step }: { step: number }) => {
      const current = useVisit()
      useEffect(() => current.viewPage({ path: `/sign-up/survey?step=${step}`, title: 'Question' }))
      return null
    }
    const draw = (step: number) => (
      <StrictMode>
        <VisitProvider visit={visit}>
          <Step step={step} />
        </VisitProvider>
      </StrictMode>
    )
    const { rerender } = render(draw(1))
    rerender(draw(1))
    rerender(draw(2))
    expect(views().map(([path]) => path)).toEqual(['/sign-up/survey?step=1', '/sign-up/survey?step=2'])
  })

  it('tells what happened before the application ran once it does, in order and with its moment', () => {
    const { visit, told, run } = aVisit({ isRunning: false })
    visit.arrive('?utm_source=paper')
    open(visit, '/')
    visit.followLink({ label: 'Start', href: '/sign-up/survey', place: 'home' })
    expect(told).toEqual([])
    run()
    expect(told.map(({ event }) => event.name)).toEqual(['web_page_viewed', 'web_link_clicked'])
    expect(told[0]?.moment).toMatchObject({ time: 1000, path: '/', firstTouch: { source: 'paper' } })
  })

  it('counts the page before the link that leaves it at once', () => {
    const { visit, told } = aVisit()
    visit.openRoute('/')
    visit.followLink({ label: 'Start', href: '/sign-up/survey', place: 'home' })
    vi.advanceTimersByTime(100)
    expect(told.map(({ event }) => event.name)).toEqual(['web_page_viewed', 'web_link_clicked'])
  })

  it('leaves to the next page what the application never heard of', () => {
    const { visit, storage } = aVisit({ isRunning: false })
    visit.openRoute('/')
    leave()
    leave()
    expect(takeEarlyEvents(storage).map(({ event }) => event.name)).toEqual(['web_page_viewed'])
    expect(takeEarlyEvents(storage)).toEqual([])
  })

  it('leaves nothing of what was told, and of who is not to be measured', () => {
    const told = aVisit()
    open(told.visit, '/')
    const unmeasured = aVisit({ isRunning: false, isAllowed: false })
    unmeasured.visit.arrive('?utm_source=paper')
    open(unmeasured.visit, '/')
    leave()
    expect(told.storage.entries()).toEqual({})
    expect(unmeasured.storage.entries()).toEqual({})
  })

  it.each(['not JSON', '{}', '[7]'])('takes broken leftovers for none: %s', (text) => {
    const storage = createMemoryStorage()
    storage.write(measuringKeys.early, text)
    expect(takeEarlyEvents(storage)).toEqual([])
  })
})
