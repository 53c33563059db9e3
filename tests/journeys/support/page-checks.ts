import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright'

export const widths = [360, 800, 1024, 1280] as const
const schemes = ['light', 'dark'] as const

export type View = { readonly width: number; readonly scheme: (typeof schemes)[number] }

/** Every width in both schemes. */
export const views: readonly View[] = schemes.flatMap((scheme) =>
  widths.map((width) => ({ width, scheme })),
)

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Shows the page at this width and scheme, without motion, and waits for layout and fonts. */
export const lookAt = async (page: Page, { width, scheme }: View): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  // An inherited colour settles one level per frame, even with reduced motion.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  )
}

type Rules = 'all' | 'colour'

/**
 * The violations that axe finds, of any impact: rule and place. Frames of other origins are
 * excluded.
 */
const violations = async (page: Page, rules: Rules): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules === 'colour'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: { 'target-size': { enabled: true } } }),
  } satisfies axe.RunOptions
  const found = await page.evaluate(async (given) => {
    const { axe: tool } = window as unknown as { axe: typeof axe }
    const results = await tool.run(document, given as axe.RunOptions)
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
    }))
  }, options)
  return found.map(({ id, help, at }) => `${id}: ${help}\n    ${at.slice(0, 3).join('\n    ')}`)
}

/** How far the page can be scrolled sideways, in pixels, and what sticks out. */
export const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const over = root.scrollWidth - root.clientWidth
    if (over <= 0) return []
    const wide = [...document.body.querySelectorAll('*:not(svg *)')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .slice(0, 4)
      .map((element) => element.outerHTML.slice(0, 120))
    return [`scrolls sideways by ${over} px: ${wide.join(' | ')}`]
  })

const headings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const count = document.querySelectorAll('h1').length
    return count === 1 ? [] : [`has ${count} headings of the first level`]
  })

/** Ids that more than one element has. */
const sameIds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const twice = ids.filter((id, place) => ids.indexOf(id) !== place)
    return twice.map((id) => `has more than one element with the id ${id}`)
  })

/** Links and buttons that are alone on their line and less than 24 pixels high. */
const lowTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary')].flatMap((target) => {
      const { height } = target.getBoundingClientRect()
      const isAlone = target.parentElement?.textContent === target.textContent
      return isAlone && height > 1 && height < 23.5 && target.checkVisibility()
        ? [`has a target of ${height} px: ${target.outerHTML.slice(0, 120)}`]
        : []
    }),
  )

/**
 * Error messages that something covers, such as the action bar on a phone, at the end of the page.
 */
const coveredAlerts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollY } = window
    const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })
    scrollTo(document.documentElement.scrollHeight)
    const covered = [...document.querySelectorAll('main [role=alert]')].flatMap((alert) => {
      const { left, bottom, width, height } = alert.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, bottom - 2)
      return height < 2 || hit === null || alert.contains(hit) || hit.contains(alert)
        ? []
        : [`covers an error: ${hit.outerHTML.slice(0, 80)} on ${alert.outerHTML.slice(0, 80)}`]
    })
    scrollTo(scrollY)
    return covered
  })

/** The layout-shift score up to which a page rounds to 0.00. */
const STILL = 0.005

const shiftsIn = (frame: Frame, still: number): Promise<readonly string[]> =>
  frame.evaluate(async (most) => {
    type Source = {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly Source[]
    }
    const entries = await new Promise<readonly Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Shift[]))
      observer.observe({ type: 'layout-shift', buffered: true })
      // Buffered entries are delivered immediately; without any, the callback never runs.
      setTimeout(() => resolve([]), 50)
    })
    const moved = entries.filter(({ hadRecentInput }) => !hadRecentInput)
    const sum = moved.reduce((total, { value }) => total + value, 0)
    if (sum < most) return []
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
    const what = moved.flatMap(({ sources, startTime }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent} from ${place(previousRect)} to ${place(currentRect)} after ${Math.round(startTime)} ms`,
      ),
    )
    return [`moves by ${sum.toFixed(3)}: ${what.slice(0, 3).join(' | ')}`]
  }, still)

/**
 * The layout shifts since the page and its frames were loaded, except within half a second of an
 * input; empty when their sum is below `still`.
 */
export const shiftsOf = async (
  page: Page,
  still = STILL,
  frames = page.frames(),
): Promise<readonly string[]> =>
  (await Promise.all(frames.map((frame) => shiftsIn(frame, still)))).flat()

/** Opens a path and delays its web fonts until the fallback fonts are painted. */
export const openWithLateFonts = async (page: Page, path: string): Promise<void> => {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  letThrough()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    [...document.fonts]
      .filter(({ family }) => !family.includes('Fallback'))
      .every(({ status }) => status === 'loaded'),
  )
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** The problems of the page as shown. With `colour`, axe checks only contrast. */
export const problemsOf = async (page: Page, rules: Rules): Promise<readonly string[]> => [
  ...(await headings(page)),
  ...(await sideways(page)),
  ...(await sameIds(page)),
  ...(await lowTargets(page)),
  ...(await coveredAlerts(page)),
  ...(await violations(page, rules)),
]
