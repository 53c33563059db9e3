import { describe, expect, it } from 'vitest'
import type { RunningApp, AppLoader } from '#web/stores/app-loader.tsx'
import { watchUncaughtErrors } from '#web/analytics/uncaught-errors.ts'

const watched = () => {
  const reports: unknown[] = []
  const running = {
    app: { reportError: (...report: unknown[]) => reports.push(report) },
  } as unknown as RunningApp
  const waiting: ((running: RunningApp) => void)[] = []
  const loader = {
    whenRunning: (work: (running: RunningApp) => void) => waiting.push(work),
  } as unknown as AppLoader
  const page = new EventTarget()
  const place = { pathname: '/press' }
  watchUncaughtErrors(loader, {
    addEventListener: page.addEventListener.bind(page),
    location: place,
  } as unknown as Window)
  return {
    reports,
    page,
    place,
    run: () => {
      for (const work of waiting) work(running)
    },
  }
}

describe('an uncaught error', () => {
  it('is reported with the page it happened on, once the application runs', () => {
    const { reports, page, place, run } = watched()
    const [thrown, rejected] = [new Error('Thrown'), new Error('Rejected')]
    page.dispatchEvent(Object.assign(new Event('error'), { error: thrown }))
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: rejected }))
    place.pathname = '/careers'
    expect(reports).toEqual([])
    run()
    expect(reports).toEqual([
      [thrown, { path: '/press' }],
      [rejected, { path: '/press' }],
    ])
  })

  it('is ignored without an error object, as from a cross-origin script', () => {
    const { reports, page, run } = watched()
    page.dispatchEvent(Object.assign(new Event('error'), { error: null }))
    page.dispatchEvent(new Event('unhandledrejection'))
    run()
    expect(reports).toEqual([])
  })
})
