// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { measureWebVitals } from '#web/analytics/web-vitals.ts'

const now = { lcp: 0, inp: 0, cls: 0, ttfb: 0 }
const reports = (value: keyof typeof now) => (tell: (metric: never) => void) =>
  tell({ value: now[value] } as never)

const hide = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

let address = new URL('https://site.test/')

const measure = async (told: unknown[], library: object = {}) =>
  measureWebVitals({
    load: async () => ({
      onLCP: reports('lcp'),
      onINP: reports('inp'),
      onCLS: reports('cls'),
      onTTFB: reports('ttfb'),
      ...library,
    }),
    page: { document, location: address },
    tell: (vitals, path) => told.push({ ...vitals, path }),
  })

describe('the web vitals', () => {
  beforeEach(() => {
    vi.restoreAllMocks()
    address = new URL('https://site.test/sign-up/survey?step=3&email=ada@example.com')
    Object.assign(now, { lcp: 812.4, inp: 40, cls: 0.012345, ttfb: 91.7 })
  })

  it('are reported once, when the page is hidden, with the path at which it was loaded', async () => {
    const told: unknown[] = []
    await measure(told)
    address = new URL('https://site.test/sign-up/money-belief')
    hide('visible')
    expect(told).toEqual([])
    hide('hidden')
    hide('hidden')
    expect(told).toEqual([
      { path: '/sign-up/survey', step: '3', lcp: 812, inp: 40, cls: 0.012, ttfb: 92 },
    ])
  })

  it('are null where nothing was measured', async () => {
    address = new URL('https://site.test/?step=ada@example.com')
    const told: unknown[] = []
    await measure(told, { onINP: () => {} })
    hide('hidden')
    expect(told).toEqual([{ path: '/', step: null, lcp: 812, inp: null, cls: 0.012, ttfb: 92 }])
  })
})
