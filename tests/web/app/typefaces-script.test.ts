// @vitest-environment happy-dom
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { typefacesHeadScript } from '#web/app/typefaces.ts'

/** As the browser runs it where it stands in the document. */
const runScript = () => new Function(typefacesHeadScript(false))()

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const refuseStorage = () =>
  vi.stubGlobal('localStorage', { getItem: () => { throw new Error('refused') } })

const load = vi.fn<(family: string) => void>()
const answers = new Map<string, (isThere: boolean) => void>()
const arrive = (family: string) => answers.get(family)?.(true)
const fail = (family: string) => answers.get(family)?.(false)
const shown = () => [...document.fonts].map(({ family }) => family)

/** As a browser has it, whose file comes when the test says so. */
class Face {
  status: FontFaceLoadStatus = 'unloaded'
  readonly family: string
  readonly weight: string
  readonly #isThere: Promise<boolean>

  constructor(family: string, source: string, { weight = '' }: FontFaceDescriptors) {
    if (!/^url\(.+\.woff2\)$/.test(source)) throw new SyntaxError(source)
    this.family = family
    this.weight = weight
    this.#isThere = new Promise((resolve) => answers.set(family, resolve))
  }

  async load() {
    load(this.family)
    if (!(await this.#isThere)) throw new Error('no network')
    this.status = 'loaded'
    return this
  }
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('FontFace', Face)
  Object.defineProperty(document, 'fonts', { value: new Set(), configurable: true })
  load.mockClear()
  answers.clear()
  localStorage.clear()
})

describe('the typefaces', () => {
  it.each([true, false])('wait on a first visit, and are not even made', (isLongText) => {
    new Function(typefacesHeadScript(isLongText))()
    expect(answers.size).toBe(0)
    expect(load).not.toHaveBeenCalled()
    expect(shown()).toEqual([])
  })

  it('wait where the device may not be asked, and are there for the page’s own scripts', () => {
    refuseStorage()
    runScript()
    expect(answers.size).toBe(0)
    const faces = window.typefaces?.()
    expect(faces?.map(({ family, weight }) => [family, weight])).toEqual([['Figtree Variable', '300 900'], ['Instrument Serif', '400']])
    expect(window.typefaces?.()).toBe(faces)
  })
})

describe('the typefaces, while the document is read, where the device remembers a visit,', () => {
  let paint = () => {}

  beforeEach(() => {
    localStorage.setItem(PERSISTED_STATE, '{}')
    vi.stubGlobal('PerformanceObserver', class {
      readonly #hear: PerformanceObserverCallback
      constructor(hear: PerformanceObserverCallback) {
        this.#hear = hear
      }
      disconnect() {
        paint = () => {}
      }
      observe({ type }: PerformanceObserverInit) {
        if (type === 'paint') paint = () => this.#hear({} as PerformanceObserverEntryList, this as unknown as PerformanceObserver)
      }
    })
  })

  it('are fetched behind the first paint, and each is shown when it is there', async () => {
    runScript()
    expect(load).not.toHaveBeenCalled()
    paint()
    expect(load.mock.calls).toEqual([['Figtree Variable'], ['Instrument Serif']])
    expect(shown()).toEqual([])
    arrive('Instrument Serif')
    await setImmediate()
    expect(shown()).toEqual(['Instrument Serif'])
    arrive('Figtree Variable')
    await setImmediate()
    expect(shown()).toEqual(['Instrument Serif', 'Figtree Variable'])
  })

  it('are shown as far as they can be had', async () => {
    runScript()
    paint()
    fail('Figtree Variable')
    arrive('Instrument Serif')
    await setImmediate()
    expect(shown()).toEqual(['Instrument Serif'])
  })
})

describe('the typefaces, in the head of a document, where the device remembers a visit,', () => {
  beforeEach(() => {
    localStorage.setItem(PERSISTED_STATE, '{}')
    new Function(typefacesHeadScript(true))()
  })

  it('are shown if they are there before anything is painted', async () => {
    arrive('Figtree Variable')
    arrive('Instrument Serif')
    expect(shown()).toEqual([])
    await nextFrame()
    expect(shown()).toEqual(['Figtree Variable', 'Instrument Serif'])
  })

  it('wait if one is not, for long text would be set anew under the reader’s eyes', async () => {
    arrive('Figtree Variable')
    await nextFrame()
    arrive('Instrument Serif')
    await setImmediate()
    await nextFrame()
    expect(shown()).toEqual([])
  })
})
