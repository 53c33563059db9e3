import type { Browser } from 'playwright'
import { throttle } from './throttled-visit.ts'

/**
 * Milliseconds from the click on Next until the next question is on the screen, for each of the survey's questions but the last, on a
 * processor slowed to a phone's.
 */
export const timeNextQuestions = async (browser: Browser, site: string): Promise<readonly number[]> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const times: number[] = []
      Object.assign(window, { timesOfBench: times })
      // The question that goes leaves a still copy behind, which fades.
      const heading = () => document.querySelector('main h1:not([inert] *)')?.textContent
      document.addEventListener('click', (event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button[type=submit]')) return
        const before = heading()
        const observer = new MutationObserver(() => {
          if (heading() === before || heading() === undefined) return
          observer.disconnect()
          // The frame that shows the change is done when the task after its callback runs.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => times.push(performance.now() - event.timeStamp))
            port1.start()
            port2.postMessage(null)
          })
        })
        observer.observe(document, { subtree: true, childList: true, characterData: true })
      }, { capture: true })
    })
    await page.goto(`${site}/sign-up/survey`, { waitUntil: 'networkidle' })
    await throttle(page, { isNetworkSlow: false })
    const total = Number(/of (\d+)/.exec(await page.title())?.[1] ?? 0)
    for (let number = 1; number < total; number += 1) {
      const form = page.locator('main form')
      await form.locator('input').first().waitFor({ state: 'attached' })
      const radios = form.getByRole('radio')
      const checkboxes = form.getByRole('checkbox')
      if ((await radios.count()) > 0) await radios.nth(1).check({ force: true })
      else if ((await checkboxes.count()) > 0) await checkboxes.first().check({ force: true })
      else await form.getByRole('textbox').fill('3')
      await form.locator('button[type=submit]').click()
      await page.waitForFunction((count) => (window as unknown as { timesOfBench: number[] }).timesOfBench.length === count, number)
    }
    return await page.evaluate(() => (window as unknown as { timesOfBench: number[] }).timesOfBench)
  } finally {
    await context.close()
  }
}
