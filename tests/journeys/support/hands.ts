import type { Frame, Locator, Page } from 'playwright'
import { IGNORE_FOR } from '#web/screens/assessment/use-auto-advance.ts'

/** How a visitor acts on a page: with a pointer, or with the keyboard alone. */
export type Hands = {
  /** Follows a link or presses a button. */
  readonly use: (target: Locator) => Promise<void>
  readonly check: (checkbox: Locator) => Promise<void>
  /** Answers a question with an option, counted from 0, and moves on. */
  readonly answer: (radios: Locator, index: number) => Promise<void>
  /** Chooses an option of a group, counted from 0. */
  readonly choose: (radios: Locator, index: number) => Promise<void>
  readonly type: (field: Locator, text: string) => Promise<void>
  readonly submit: (button: Locator) => Promise<void>
}

/** Waits as long as a new question ignores a press on its options. */
const look = (target: Locator) => target.page().waitForTimeout(IGNORE_FOR)

export const pointer: Hands = {
  use: (target) => target.click(),
  check: async (checkbox) => {
    await look(checkbox)
    await checkbox.check({ force: true })
  },
  // The question moves on automatically, even when the option was already chosen.
  answer: async (radios, index) => {
    await look(radios)
    await radios.nth(index).click({ force: true })
  },
  choose: (radios, index) => radios.nth(index).check({ force: true }),
  type: (field, text) => field.fill(text),
  submit: (button) => button.click(),
}

/** Scrolls instantly. Playwright's own scrolling fails if the element is replaced meanwhile. */
export const scrollTo = (target: Locator) =>
  target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))

const FARTHEST = 90

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element) =>
      element.ownerDocument.activeElement === element && element.ownerDocument.hasFocus(),
  )

/** Presses Tab, or Shift and Tab, until the target has focus. */
export const tabTo = async (
  { keyboard }: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
) => {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < FARTHEST; presses += 1) {
    if (await isFocused(target)) return
    await keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${String(target)}`)
}

/**
 * Uses only Tab, arrows, Space, Enter and letters. The page itself has to move the focus after each
 * step.
 */
export const keyboardOf = (page: Page): Hands => {
  const { keyboard } = page

  const press = async (target: Locator, key: 'Enter' | 'Space') => {
    await tabTo(page, target)
    await keyboard.press(key)
  }

  const choose = async (radios: Locator, index: number) => {
    const chosen = await radios.evaluateAll((all) =>
      all.findIndex((each) => (each as HTMLInputElement).checked),
    )
    await tabTo(page, radios.nth(Math.max(chosen, 0)))
    await keyboard.press('Space')
    const steps = index - Math.max(chosen, 0)
    for (let step = 0; step < Math.abs(steps); step += 1)
      await keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
  }

  return {
    use: (target) => press(target, 'Enter'),
    check: (checkbox) => press(checkbox, 'Space'),
    answer: async (radios, index) => {
      await choose(radios, index)
      await keyboard.press('Enter')
    },
    choose,
    type: async (field, text) => {
      await tabTo(page, field)
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type(text)
    },
    // Enter works from any field of the form.
    submit: () => keyboard.press('Enter'),
  }
}

/** The frame of the payment provider's card fields. */
export const cardFrameOf = async (page: Page): Promise<Frame> => {
  const element = await page.waitForSelector('main iframe[src*="elements"]')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The card fields have no frame.')
  return frame
}
