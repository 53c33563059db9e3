// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { face, nameFonts } from '#tests/support/fonts.ts'
import { loadTypefaces, showTypefaces, showTypefacesIfStill } from '#web/app/typefaces.ts'

const { dataset } = document.documentElement

/** Stands there in the stand-ins, and so much lower in the typefaces. */
const stand = (top: number, moves: number, parent: Element = document.body) => {
  const element = document.createElement('p')
  element.getBoundingClientRect = vi.fn<() => DOMRect>(() => {
    const place = 'typefaces' in dataset ? top + moves : top
    return { top: place, bottom: place + 20 } as DOMRect
  })
  parent.append(element)
  return element
}

const load = async () => {
  nameFonts(document, face('swap'))
  await loadTypefaces(document)
}

beforeEach(() => {
  nameFonts(document)
  delete dataset['typefaces']
  document.body.innerHTML = ''
})

describe('typefaces that come when the page was seen', () => {
  it('are shown where nothing moves for it', async () => {
    await load()
    stand(100, 0)
    stand(200, -3)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBe('')
  })

  it.each([26, -26])('are not where something in sight moves by %i pixels', async (moves) => {
    await load()
    stand(100, 0)
    stand(200, moves)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBeUndefined()
  })

  it('stay where they were shown before', async () => {
    await load()
    dataset['typefaces'] = ''
    stand(100, 26)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBe('')
  })

  it('are shown where it moves below the window', async () => {
    await load()
    stand(window.innerHeight, 26)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBe('')
  })

  it('are not where something within what is in sight moves', async () => {
    await load()
    stand(120, 26, stand(100, 0))
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBeUndefined()
  })

  it.each([-20, window.innerHeight])('need no place within what is out of sight at %i: it would be laid out for the question alone', async (top) => {
    await load()
    const within = stand(top, 26, stand(top, 0))
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBe('')
    expect(within.getBoundingClientRect).not.toHaveBeenCalled()
  })

  it('are not where one can not be had: stand-ins go together', async () => {
    nameFonts(document, face('swap'), face('swap', Promise.reject(new Error('no network'))))
    await loadTypefaces(document)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBeUndefined()
  })

  it('are not shown before they are there: the page would be set anew as each arrives', () => {
    nameFonts(document, face('swap', new Promise(() => {})))
    void loadTypefaces(document)
    showTypefacesIfStill(document)
    expect(dataset['typefaces']).toBeUndefined()
  })
})

describe('typefaces on a page that nobody has seen', () => {
  it('are shown wherever things stand', async () => {
    await load()
    stand(100, 26)
    showTypefaces(document)
    expect(dataset['typefaces']).toBe('')
  })

  it('are not shown before they are there', () => {
    nameFonts(document, face('swap'))
    showTypefaces(document)
    expect(dataset['typefaces']).toBeUndefined()
  })
})

it('has stand-ins, which are no files to wait for', async () => {
  const standIn = face('auto')
  nameFonts(document, standIn)
  await loadTypefaces(document)
  expect(standIn.load).not.toHaveBeenCalled()
  showTypefaces(document)
  expect(dataset['typefaces']).toBe('')
})
