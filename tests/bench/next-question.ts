import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { ADVANCE_AFTER, IGNORE_FOR } from '#web/screens/assessment/use-auto-advance.ts'
import { remember, throttle } from './throttled-visit.ts'

type Watched = {
  /**
   * A selector of what is clicked. Radio buttons advance the page on their own, after
   * `ADVANCE_AFTER`.
   */
  readonly clicked: string
  /** The element whose text changes after the click. */
  readonly changed: string
  /** What the visitor has stored; none for a new visitor. */
  readonly state?: string
}

/**
 * Runs in the page from the start: records the milliseconds from each click until its change is
 * painted, without the time that a radio button waits on purpose.
 */
const noteTimes = ({
  clicked,
  changed,
  wait,
}: Pick<Watched, 'clicked' | 'changed'> & { wait: number }) => {
  const times: number[] = []
  Object.assign(window, { timesOfBench: times })
  const text = () => document.querySelector(changed)?.textContent
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest(clicked)) return
      const before = text()
      const onPurpose = event.target.matches('[type=radio]') ? wait : 0
      const observer = new MutationObserver(() => {
        if (text() === before || text() === undefined) return
        observer.disconnect()
        // A task queued in a frame's callback runs once that frame has been painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            times.push(performance.now() - event.timeStamp - onPurpose),
          )
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true })
    },
    { capture: true },
  )
}

/**
 * How long the page is left alone before and after a click, in milliseconds, so that nothing else
 * is timed.
 */
const UNDISTURBED = 400

/**
 * How long a finger presses, in milliseconds. The work of the press is done before the click, which
 * ends it.
 */
export const PRESSED = 80

/**
 * Opens the page with a phone's CPU speed, clicks through it, and returns each click's
 * milliseconds.
 */
const timeClicks = async (
  browser: Browser,
  url: string,
  { clicked, changed, state }: Watched,
  clickThrough: (page: Page, click: (target: Locator) => Promise<void>) => Promise<void>,
): Promise<readonly number[]> => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(noteTimes, { clicked, changed, wait: ADVANCE_AFTER })
    if (state) await remember(page, state)
    await page.goto(url, { waitUntil: 'networkidle' })
    await throttle(page, { isNetworkSlow: false })
    const times = () =>
      page.evaluate(() => (window as unknown as { timesOfBench: number[] }).timesOfBench)
    await clickThrough(page, async (target) => {
      const { length } = await times()
      // Clicks by coordinates, because a locator's click would run code in the page.
      const box = await target.boundingBox()
      if (box === null) throw new Error('What should be clicked is not shown.')
      await pause(UNDISTURBED)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESSED })
      await pause(UNDISTURBED)
      await page.waitForFunction(
        (count) => (window as unknown as { timesOfBench: number[] }).timesOfBench.length > count,
        length,
      )
    })
    return await times()
  } finally {
    await context.close()
  }
}

/**
 * Times from the answer, or the click on Next, until what follows is on the screen: for each
 * question of the page but the last, and its pauses.
 */
export const timeNextQuestions = (browser: Browser, url: string, state?: string) =>
  timeClicks(
    browser,
    url,
    {
      clicked: 'main form :is([type=submit],[type=radio])',
      changed: 'main h1',
      ...(state && { state }),
    },
    async (page, click) => {
      const total = Number(/of (\d+)/.exec(await page.title())?.[1] ?? 0)
      for (let number = 1; number < total;) {
        const form = page.locator('main form')
        const radios = form.getByRole('radio')
        const checkboxes = form.getByRole('checkbox')
        const isQuestion = (await form.locator('input').count()) > 0
        if ((await checkboxes.count()) > 0) {
          await pause(IGNORE_FOR)
          await checkboxes.first().check({ force: true })
        } else if (isQuestion && (await radios.count()) === 0)
          await form.getByRole('textbox').fill('3')
        const onward = form.locator('button[type=submit]')
        await click((await radios.count()) > 0 ? radios.nth(1) : onward)
        if (isQuestion) number += 1
      }
    },
  )

/** Times from the click on floor G's one button until its new text is on the screen. */
export const timeFloorClicks = (browser: Browser, url: string) =>
  timeClicks(
    browser,
    url,
    { clicked: 'main button', changed: 'main button' },
    async (page, click) => {
      for (let number = 1; number <= 10; number += 1) await click(page.locator('main button'))
    },
  )
