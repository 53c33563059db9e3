import type { AnalyticsEvents } from '#core/model/analytics-events.ts'

type Vitals = AnalyticsEvents['web_vitals_measured']
type Library = Pick<typeof import('web-vitals'), 'onCLS' | 'onINP' | 'onLCP' | 'onTTFB'>

export type WebVitalsParts = {
  readonly load: () => Promise<Library>
  readonly page: {
    readonly document: Document
    readonly location: Pick<Location, 'pathname' | 'search'>
  }
  readonly tell: (vitals: Vitals, path: string) => void
}

const inMs = Math.round
const asShift = (value: number) => Math.round(value * 1000) / 1000

/** The survey step in the query; null for any other value, since anything can be put in a URL. */
const stepOf = (search: string): string | null =>
  /^(?:\d{1,2}|result)$/.exec(new URLSearchParams(search).get('step') ?? '')?.[0] ?? null

/**
 * Reports the Core Web Vitals of this page load once, when the page is first hidden or left. They
 * are attributed to the URL that was loaded, even if it has changed since.
 */
export const measureWebVitals = async ({ load, page, tell }: WebVitalsParts): Promise<void> => {
  const { pathname, search } = page.location
  const { onCLS, onINP, onLCP, onTTFB } = await load()
  let vitals: Vitals = {
    step: stepOf(search),
    lcp: null,
    inp: null,
    cls: null,
    ttfb: null,
  }
  const all = { reportAllChanges: true }
  onLCP(({ value }) => (vitals = { ...vitals, lcp: inMs(value) }), all)
  onINP(({ value }) => (vitals = { ...vitals, inp: inMs(value) }), all)
  onCLS(({ value }) => (vitals = { ...vitals, cls: asShift(value) }), all)
  onTTFB(({ value }) => (vitals = { ...vitals, ttfb: inMs(value) }), all)
  const { document } = page
  const tellOnce = () => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', tellOnce)
    tell(vitals, pathname)
  }
  document.addEventListener('visibilitychange', tellOnce)
}
