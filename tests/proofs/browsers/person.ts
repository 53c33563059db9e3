import { setTimeout as pause } from 'node:timers/promises'
import { freshCardNumber } from '#tests/journeys/support/fresh-card.ts'
import { SHOWN_HEADING } from '#tests/journeys/support/answering.ts'
import { IGNORE_FOR } from '#web/screens/assessment/use-auto-advance.ts'
import type { Browser, Target } from './browser.ts'
import { until } from './until.ts'

/** The title of the frame that holds the card fields. */
const CARD_FRAME = 'Secure payment input frame'

/** Finds an element by its text; some hold a second, hidden text, such as a button's busy label. */
const named = (element: 'button' | 'a' | 'summary', name: string, within = '') =>
  `${within}//${element}[normalize-space()="${name}" or *[not(@aria-hidden="true")][normalize-space()="${name}"]]`
const field = (label: string, within = '') =>
  `${within}//input[@id=//label[starts-with(normalize-space(),"${label}")]/@for]`

/** The centre of an element after scrolling to it, and what blocks a pointer from it. */
const standing = (element: Element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  const isCovered = there === null || !element.contains(there)
  return {
    place: `${left},${top}`,
    problem: isCovered
      ? `covered by ${there?.outerHTML.slice(0, 100)}`
      : element.matches(':disabled, [aria-disabled="true"]')
        ? 'disabled'
        : null,
  }
}

/**
 * What a visitor does and sees, in the words of the screens. Each step waits at most `patience`
 * milliseconds.
 */
export const createPerson = (browser: Browser, patience?: number) => {
  const patiently = <T>(what: string, attempt: () => Promise<T | false | undefined>) =>
    until(what, attempt, patience)

  /** The first match that a pointer can reach, once it stops moving. */
  const reach = async (xpath: string, frame?: string): Promise<Target> => {
    const problems: string[] = []
    for (const target of await browser.all(
      `${xpath}[not(ancestor-or-self::*[@inert or @aria-hidden="true"])]`,
      frame,
    )) {
      const { problem, place } = await target.ask(standing)
      if (problem === null && place === (await target.ask(standing)).place) return target
      problems.push(problem ?? 'moving')
    }
    throw new Error(problems.join(', ') || 'not there')
  }

  const click = (xpath: string) =>
    patiently(`a click on ${xpath}`, async () => {
      await (await reach(xpath)).click()
      return true
    })

  const type = (xpath: string, text: string, frame?: string) =>
    patiently(`the focus in ${xpath}`, async () => {
      if (frame !== undefined) await reach(`//iframe[@title="${frame}"]`)
      const target = await reach(xpath, frame)
      await target.click()
      if (!(await target.ask((element) => element === document.activeElement))) return false
      await target.type(text)
      return true
    })

  const heading = () =>
    browser.ask(
      (selector) => document.querySelector(selector)?.textContent.trim() ?? '',
      SHOWN_HEADING,
    )
  const path = async () => {
    const { pathname, search } = new URL(await browser.url())
    return pathname + search
  }

  /** Answers the question shown, or ends the pause, and waits for what follows. */
  const answerOne = async () => {
    const kind = await patiently('a question', () =>
      browser.ask(() => {
        const form = document.querySelector<HTMLFormElement>('main form')
        return form !== null && (form.querySelector('input')?.type ?? 'pause')
      }),
    )
    const before = { heading: await heading(), path: await path() }
    // A new question ignores presses for a moment, which no reader would notice.
    await pause(IGNORE_FOR)
    if (kind === 'radio' || kind === 'checkbox')
      await click(`(//main//form//label[.//input])[${kind === 'radio' ? 2 : 1}]`)
    else if (kind === 'text') await type('//main//form//input', '3')
    // A single-choice question moves on automatically.
    if (kind !== 'radio') await click('//main//form//button[@type="submit"]')
    await patiently(`what comes after “${before.heading}”`, async () => {
      const now = await heading()
      const isPlace = kind === 'pause' || (await path()) !== before.path
      return now !== '' && now !== before.heading && isPlace
    })
  }

  return {
    at: (wanted: string) =>
      patiently(`the page ${wanted}`, async () => (await path()).split('?')[0] === wanted),
    sees: (text: string) =>
      patiently(`the words “${text}”`, () =>
        browser.ask((words) => document.body.innerText.includes(words), text),
      ),
    press: (name: string, within?: string) => click(named('button', name, within)),
    follow: (name: string, within = '//main') => click(named('a', name, within)),
    unfold: (name: string) => click(named('summary', name)),
    tick: () => click('//main//input[@type="checkbox"]'),
    fill: (label: string, text: string, within?: string) => type(field(label, within), text),
    answerUntil: async (isOver: (path: string) => boolean) => {
      while (!isOver(await path())) await answerOne()
    },
    fillCard: async () => {
      await type(field('Card number'), freshCardNumber(), CARD_FRAME)
      await type(field('Expir'), '1234', CARD_FRAME)
      await type(field('Security code'), '123', CARD_FRAME)
    },
  }
}

export type Person = ReturnType<typeof createPerson>
