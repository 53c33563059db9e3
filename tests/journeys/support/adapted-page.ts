import type { Page } from 'playwright'
import { lookAt, sideways } from './page-checks.ts'

/** Text that is cut off, or lies on other text. */
const lostText = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** How far rounding and the space around letters may stick out, in pixels. */
    const NEARLY = 3
    const ancestorsOf = (element: Element | null): readonly Element[] =>
      element ? [element, ...ancestorsOf(element.parentElement)] : []
    /** Whether the element lies over the page, as an open menu does. */
    const isLayer = (element: Element) => {
      const { position, zIndex } = getComputedStyle(element)
      return /fixed|sticky/.test(position) || (position === 'absolute' && zIndex !== 'auto')
    }
    const isHidden = (element: Element) =>
      element.clientWidth === 1 || getComputedStyle(element).clipPath === 'inset(50%)'
    const cuts = (element: Element, box: DOMRect) => {
      if (element === document.body || element === document.documentElement) return false
      const { overflowX, overflowY } = getComputedStyle(element)
      const edge = element.getBoundingClientRect()
      const isCutting = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (
        (isCutting(overflowX) &&
          (box.left < edge.left - NEARLY || box.right > edge.right + NEARLY)) ||
        (isCutting(overflowY) && (box.top < edge.top - NEARLY || box.bottom > edge.bottom + NEARLY))
      )
    }
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: { said: string; box: DOMRect; around: readonly Element[]; layer?: Element }[] = []
    while (nodes.nextNode()) {
      const { parentElement: parent, textContent } = nodes.currentNode
      const said = (textContent ?? '').trim()
      if (!said || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const around = ancestorsOf(parent)
      if (around.some(isHidden)) continue
      const range = document.createRange()
      range.selectNodeContents(nodes.currentNode)
      const layer = around.find(isLayer)
      for (const box of range.getClientRects()) texts.push({ said, box, around, layer })
    }
    const cut = texts.flatMap(({ said, box, around }) => {
      const by = around.find((element) => cuts(element, box))
      return by ? [`cuts off “${said.slice(0, 60)}” in ${by.outerHTML.slice(0, 100)}`] : []
    })
    const overlapping = texts.flatMap(({ said, box, layer }, index) =>
      texts.slice(index + 1).flatMap((other) => {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        return layer === other.layer && wide > NEARLY && high > NEARLY
          ? [`lays “${said.slice(0, 60)}” over “${other.said.slice(0, 60)}”`]
          : []
      }),
    )
    return [...new Set([...cut, ...overlapping])].slice(0, 6)
  })

/** The text spacing of WCAG 1.4.12, with which no text may be lost. */
const SPACING = `
  * {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-bottom: 2em !important }`

/** The problems of the page when the reader spaces its text. */
const problemsWhenSpaced = async (page: Page): Promise<readonly string[]> => {
  // An adopted style sheet, because the site's policy forbids scripts to write style elements.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, SPACING)
  const problems: string[] = []
  for (const width of [360, 1280]) {
    await lookAt(page, { width, scheme: 'light' })
    const found = [...(await sideways(page)), ...(await lostText(page))]
    problems.push(...found.map((problem) => `with spaced text at ${width}: ${problem}`))
  }
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
  return problems
}

/**
 * What overflows at a width of 320 pixels, as at 1280 with 400% zoom, and then with text of twice
 * the size.
 */
const problemsWhenEnlarged = async (page: Page): Promise<readonly string[]> => {
  await lookAt(page, { width: 320, scheme: 'light' })
  const narrow = await sideways(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const enlarged: string[] = []
  for (const width of [1280, 360]) {
    await lookAt(page, { width, scheme: 'light' })
    enlarged.push(
      ...(await sideways(page)).map((problem) => `with text of 200% at ${width}: ${problem}`),
    )
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  return [...narrow.map((problem) => `at 320: ${problem}`), ...enlarged]
}

/**
 * Elements whose text vanishes in forced-colors mode: it has the page's background colour, and so
 * does the browser's backplate (unless forced-color-adjust is none).
 */
const platedText = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (!element || !texts.currentNode.nodeValue?.trim() || !element.checkVisibility()) continue
      const style = getComputedStyle(element)
      if (style.color === canvas && style.getPropertyValue('forced-color-adjust') !== 'none')
        found.push(element.outerHTML.slice(0, 100))
    }
    return found
  })

/** Elements that only their background separates from the page: shapes without text, and layers. */
const shapesOn = (page: Page) =>
  page.evaluateHandle(() => {
    const isClear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour)
    return [...document.querySelectorAll('body *:not(svg *)')].filter((element) => {
      const { backgroundColor, zIndex, clipPath } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      const isOver = zIndex !== 'auto' || element.localName === 'dialog'
      return (
        (isOver || !element.textContent.trim()) &&
        clipPath === 'none' &&
        !isClear(backgroundColor) &&
        Math.min(width, height) > 2 &&
        element.checkVisibility()
      )
    })
  })

/**
 * What cannot be seen in forced colours: the browser gives every background the page's colour,
 * unless it is a system colour.
 */
const problemsInForcedColours = async (page: Page): Promise<readonly string[]> => {
  await lookAt(page, { width: 360, scheme: 'light' })
  const shapes = await shapesOn(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const plated = await platedText(page)
  const lost = await shapes.evaluate((elements) => {
    const canvas = getComputedStyle(document.body).backgroundColor
    return elements.flatMap((element) => {
      const style = getComputedStyle(element)
      const hasEdge = (['top', 'right', 'bottom', 'left'] as const).some(
        (side) =>
          style.getPropertyValue(`border-${side}-width`) !== '0px' &&
          style.getPropertyValue(`border-${side}-color`) !== canvas,
      )
      const isNative = element.localName === 'input' && style.appearance !== 'none'
      const isSeen =
        isNative ||
        hasEdge ||
        style.backgroundColor !== canvas ||
        style.outlineStyle !== 'none' ||
        style.getPropertyValue('forced-color-adjust') === 'none'
      return isSeen ? [] : [element.outerHTML.slice(0, 100)]
    })
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return [
    ...plated.map((text) => `draws text in the page’s own colour: ${text}`),
    ...lost.map((shape) => `loses ${shape}`),
  ].map((problem) => `in forced colours: ${problem}`)
}

/** What is hidden when it gets the focus, in a window of 320 by 256 pixels, as with 400% zoom. */
const problemsOfFocus = async (page: Page): Promise<readonly string[]> => {
  await lookAt(page, { width: 320, scheme: 'light' })
  await page.setViewportSize({ width: 320, height: 256 })
  const hidden = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )
    return [...controls].flatMap((control) => {
      // The browser does not scroll to an element that already has the focus.
      control.blur()
      control.focus()
      if (document.activeElement !== control) return []
      // A link has a rectangle for each of its lines.
      const places = [...(control.closest('label') ?? control).getClientRects()].flatMap(
        ({ left, top, width, height }) =>
          [2, height / 2, height - 2].map((down) => [left + width / 2, top + down] as const),
      )
      const there = places.map(([x, y]) => document.elementFromPoint(x, y))
      const isShown = there.some(
        (element) => control.contains(element) || element?.closest('label')?.contains(control),
      )
      return isShown
        ? []
        : [`${there[1]?.outerHTML.slice(0, 100)} over ${control.outerHTML.slice(0, 100)}`]
    })
  })
  return hidden.map((found) => `at 400%: hides what has the focus: ${found}`)
}

/** What breaks when a reader adapts the page to their needs. */
export const problemsWhenAdapted = async (page: Page): Promise<readonly string[]> => [
  ...(await problemsWhenEnlarged(page)),
  ...(await problemsWhenSpaced(page)),
  ...(await problemsInForcedColours(page)),
  ...(await problemsOfFocus(page)),
]
