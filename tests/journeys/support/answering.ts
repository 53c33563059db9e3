import type { Page } from 'playwright'
import type { Hands } from './hands.ts'

/** The heading of the page or step that is shown. */
export const SHOWN_HEADING = 'main h1'

export const headingOf = async (page: Page): Promise<string> =>
  (await page.locator(SHOWN_HEADING).first().innerText()).trim()

/** Waits until pending rendering is painted. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

/**
 * Waits until the code that a page loads when idle has arrived: analytics and, with it, the code
 * for requests. A busy browser becomes idle seconds after its network does.
 */
export const whenIdleLoadsEnd = async (page: Page) => {
  const countLoads = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/network-')),
  )
  let loads = -1
  for (;;) {
    const now = await countLoads()
    if (now === loads) return
    loads = now
    await page.waitForTimeout(1000)
  }
}

/** Waits until a heading other than `before` is shown and painted. */
export const headingChanged = async (page: Page, before: string) => {
  await page.waitForFunction(
    ([selector, text]) => {
      const shown = document.querySelector(selector)
      return shown !== null && shown.textContent.trim() !== text
    },
    [SHOWN_HEADING, before] as const,
  )
  await painted(page)
}

const formOf = (page: Page) => page.locator('main form')

/** Whether a question is shown, and not a pause. */
const isQuestion = async (page: Page): Promise<boolean> =>
  (await formOf(page).locator('input').count()) > 0

/**
 * Answers the question shown, if there are radio buttons with the one at `place`, or ends the
 * pause, and waits for what follows.
 */
const answerOne = async (page: Page, hands: Hands, place: number) => {
  const form = formOf(page)
  const onward = form.locator('button[type=submit]')
  const before = await headingOf(page)
  const radios = form.getByRole('radio')
  const checkboxes = form.getByRole('checkbox')
  if ((await radios.count()) > 0) await hands.answer(radios, place)
  else if ((await checkboxes.count()) > 0) {
    await hands.check(checkboxes.first())
    await hands.submit(onward)
  } else if (await isQuestion(page)) {
    await hands.type(form.getByRole('textbox'), '3')
    await hands.submit(onward)
  } else await hands.use(onward)
  await headingChanged(page, before)
}

export type Answering = {
  /** Called with each question's number before it is answered. */
  readonly shown?: (number: number) => Promise<void>
  /**
   * The radio buttons to choose, counted from 0: the first entry for the first question, and so on.
   */
  readonly places?: readonly number[]
}

/** Answers all questions of the page, pauses included. */
export const answerAll = async (
  page: Page,
  hands: Hands,
  { shown, places = [1] }: Answering = {},
) => {
  await formOf(page).waitFor()
  for (let number = 1; (await formOf(page).count()) > 0;) {
    const place = places[(number - 1) % places.length] ?? 0
    if (await isQuestion(page)) {
      await shown?.(number)
      number += 1
    }
    await answerOne(page, hands, place)
  }
}
