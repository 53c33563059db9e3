import type { Page } from 'playwright'
import { headingOf, SHOWN_HEADING } from './answering.ts'
import type { Hands } from './hands.ts'

/** What a screen takes from a visitor. */
export type Screen = {
  readonly heading: string
  /** The words visible without unfolding anything, except for the progress. */
  readonly words: number
  readonly clicks: number
  readonly choices: number
  readonly fields: number
}

/** Reading at 250 words a minute, 3 seconds for each choice, 5 for each field. */
export const secondsOf = ({ words, choices, fields }: Screen): number =>
  (words * 60) / 250 + choices * 3 + fields * 5

/**
 * Names a screen by its heading and the small line above, because a pause may repeat the statement
 * before it as its heading.
 */
const nameOf = async (page: Page): Promise<string> => {
  const label = page.locator(SHOWN_HEADING).locator('xpath=preceding-sibling::p')
  return [...(await label.allInnerTexts()), await headingOf(page)].join(': ')
}

/** The words of the fields in the frames of the payment provider. */
const countInFrames = async (page: Page): Promise<number> => {
  const frames = await page.locator('main iframe').all()
  const texts = await Promise.all(
    frames.map((frame) => frame.contentFrame().locator('label').allInnerTexts()),
  )
  return texts.flat().join(' ').split(/\s+/).filter(Boolean).length
}

/** Counts the words of the step that can be seen, as a reader does. */
const countWords = (heading: string): number => {
  const frame = document.querySelector(heading)?.parentElement?.parentElement
  const parts = [...(frame?.children ?? [])].filter((part) => !part.querySelector('progress'))
  const wordsIn = (node: Node): number => {
    if (node instanceof Text) return node.data.split(/\s+/).filter(Boolean).length
    if (!(node instanceof Element) || node.matches('.visually-hidden, [aria-hidden=true]')) return 0
    if (!node.checkVisibility({ visibilityProperty: true })) return 0
    return [...node.childNodes].reduce((sum, child) => sum + wordsIn(child), 0)
  }
  return parts.reduce((sum, part) => sum + wordsIn(part), 0)
}

/** Hands that count the effort of each screen. `screens` lists them in order. */
export const countEffort = (page: Page, hands: Hands) => {
  const screens = new Map<string, Screen>()
  const note = async (done: Partial<Omit<Screen, 'heading' | 'words'>>) => {
    const heading = await nameOf(page)
    const words = (await page.evaluate(countWords, SHOWN_HEADING)) + (await countInFrames(page))
    const before = screens.get(heading)
    screens.set(heading, {
      heading,
      words: Math.max(words, before?.words ?? 0),
      clicks: (before?.clicks ?? 0) + (done.clicks ?? 0),
      choices: (before?.choices ?? 0) + (done.choices ?? 0),
      fields: (before?.fields ?? 0) + (done.fields ?? 0),
    })
  }
  const counting: Hands = {
    use: async (target) => {
      await target.waitFor()
      await note({ clicks: 1 })
      await hands.use(target)
    },
    check: async (checkbox) => {
      await note({ clicks: 1, choices: 1 })
      await hands.check(checkbox)
    },
    answer: async (radios, index) => {
      await note({ clicks: 1, choices: 1 })
      await hands.answer(radios, index)
    },
    choose: async (radios, index) => {
      await radios.nth(index).waitFor({ state: 'attached' })
      await note({ clicks: 1, choices: 1 })
      await hands.choose(radios, index)
    },
    type: async (field, text) => {
      await note({ fields: 1 })
      await hands.type(field, text)
    },
    submit: async (button) => {
      await note({ clicks: 1 })
      await hands.submit(button)
    },
  }
  return { hands: counting, note, screens: () => [...screens.values()] }
}
