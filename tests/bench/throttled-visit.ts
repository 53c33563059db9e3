import type { Browser, Page } from 'playwright'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { storeEntries } from '../support/stored-state.ts'

export type Visit = {
  /** Milliseconds from the start of the navigation. NaN where the page never became interactive. */
  readonly largestPaint: number
  readonly interactive: number
  readonly layoutShift: number
}

/**
 * A mid-range phone on a slow mobile network, as Lighthouse throttles it; the delays are real, not
 * computed.
 */
const slowNetwork = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const slowdown = 4

type Observed = { paint: number; interactive: number; shift: number }

/** Runs in the page from the start. An element is interactive once React has hydrated it. */
const observe = (selector: string | null) => {
  const seen: Observed = { paint: Number.NaN, interactive: Number.NaN, shift: 0 }
  Object.assign(window, { observedByBench: seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  if (selector === null) return
  const look = () => {
    const element = document.querySelector(selector)
    if (element && Object.keys(element).some((key) => key.startsWith('__reactProps')))
      seen.interactive = performance.now()
    else setTimeout(look, 5)
  }
  look()
}

export const throttle = async (
  page: Page,
  { isNetworkSlow }: { isNetworkSlow: boolean },
): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  if (isNetworkSlow) await client.send('Network.emulateNetworkConditions', slowNetwork)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Seeds the storage of every site the page opens from now on. */
export const remember = async (page: Page, state: string): Promise<void> => {
  await page.addInitScript(storeEntries, { [PERSISTED_STATE]: state })
}

export type Destination = {
  readonly url: string
  /**
   * A selector of an element that is interactive once the page can be used; null for a page without
   * such an element.
   */
  readonly selector: string | null
  /** What an earlier visit stored; empty if not given. */
  readonly state?: string
}

/**
 * Opens the address with an empty cache, coming from `elsewhere`, a page of another site. Browsers
 * run each site in its own process, and starting that process is part of every such visit, whatever
 * headers the page has.
 */
export const visit = async (
  browser: Browser,
  elsewhere: string,
  { url, selector, state }: Destination,
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    await page.goto(elsewhere)
    await throttle(page, { isNetworkSlow: true })
    if (state) await remember(page, state)
    await page.addInitScript(observe, selector)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // Fonts and late scripts shift a page, and none arrive once the network is idle. Until then the
    // page is not evaluated: the first evaluation injects Playwright's own script, which would be
    // measured, too.
    await page.waitForLoadState('networkidle', { timeout: 60_000 })
    if (selector !== null) {
      await page.waitForFunction(
        () =>
          !Number.isNaN(
            (window as unknown as { observedByBench: Observed }).observedByBench.interactive,
          ),
        null,
        { timeout: 60_000 },
      )
    }
    const { paint, interactive, shift } = await page.evaluate(
      () => (window as unknown as { observedByBench: Observed }).observedByBench,
    )
    return { largestPaint: paint, interactive, layoutShift: shift }
  } finally {
    await context.close()
  }
}
