// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { face, haveTypefaces } from '#tests/support/fonts.ts'
import { loadTypefaces, showTypefaces, showTypefacesIfStill } from '#web/app/typefaces.ts'

const shown = () => [...document.fonts]

/** Stands there in the stand-ins, and so much lower in one of the typefaces. */
const stand = (top: number, moves: number, typeface: FontFace, parent: Element = document.body) => {
  const element = document.createElement('p')
  element.getBoundingClientRect = vi.fn<() => DOMRect>(() => {
    const place = document.fonts.has(typeface) ? top + moves : top
    return { top: place, bottom: place + 20 } as DOMRect
  })
  parent.append(element)
  return element
}

let [text, display] = [face(), face()]

beforeEach(async () => {
  document.body.innerHTML = ''
  ;[text, display] = [face(), face()]
  haveTypefaces(document, text, display)
  await loadTypefaces(document)
})

describe('typefaces that come when the page was seen', () => {
  it('are shown where nothing moves for it', async () => {
    stand(100, 0, text)
    stand(200, -3, display)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([text, display])
  })

  it.each([26, -26])('are not where something in sight moves by %i pixels; the other is', async (moves) => {
    stand(100, 0, text)
    stand(200, moves, text)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([display])
  })

  it('are shown one by one: the page is laid out for each, and can answer in between', async () => {
    const showing = showTypefacesIfStill(document)
    expect(shown()).toEqual([text])
    await Promise.resolve()
    expect(shown()).toEqual([text])
    await showing
    expect(shown()).toEqual([text, display])
  })

  it('stay where they were shown before', async () => {
    stand(100, 26, text)
    document.fonts.add(text)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([text, display])
  })

  it('are shown where it moves below the window', async () => {
    stand(window.innerHeight, 26, text)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([text, display])
  })

  it('are not where something within what is in sight moves', async () => {
    stand(120, 26, display, stand(100, 0, display))
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([text])
  })

  it.each([-20, window.innerHeight])('need no place within what is out of sight at %i: it would be laid out for the question alone', async (top) => {
    const within = stand(top, 26, text, stand(top, 0, text))
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([text, display])
    expect(within.getBoundingClientRect).not.toHaveBeenCalled()
  })

  it('are shown as far as they can be had', async () => {
    haveTypefaces(document, face(Promise.reject(new Error('no network'))), display)
    await loadTypefaces(document)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([display])
  })

  it('are not shown before they are there', async () => {
    haveTypefaces(document, face(new Promise(() => {})))
    void loadTypefaces(document)
    await showTypefacesIfStill(document)
    expect(shown()).toEqual([])
  })
})

describe('typefaces on a page that nobody has seen', () => {
  it('are shown wherever things stand', () => {
    stand(100, 26, text)
    showTypefaces(document)
    expect(shown()).toEqual([text, display])
  })

  it('are not shown before they are there', () => {
    haveTypefaces(document, face(), display)
    showTypefaces(document)
    expect(shown()).toEqual([display])
  })
})
