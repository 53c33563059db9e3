// @vitest-environment happy-dom
import { setImmediate } from 'node:timers/promises'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { DeviceMarks, deviceMarksScript, headMarksScript, markSession, takeSubmitted } from '#web/app/device-marks.tsx'
import { face, nameFonts } from '#tests/support/fonts.ts'
import { takeOver } from '#web/app/take-over.ts'
import { HydratedProvider, useHydrated } from '#web/app/use-hydrated.tsx'

const root = document.documentElement

/** As the browser runs it where it stands in the document. */
const runScript = () => new Function(deviceMarksScript)()

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const refuseStorage = () =>
  vi.stubGlobal('localStorage', { getItem: () => { throw new Error('refused') } })

beforeEach(() => {
  nameFonts(document)
  vi.unstubAllGlobals()
  localStorage.clear()
  delete root.dataset['typefaces']
  delete root.dataset['session']
})

describe('the typefaces', () => {
  it.each([deviceMarksScript, headMarksScript])('wait on a first visit, and are not asked for', (script) => {
    const typeface = face('swap')
    nameFonts(document, typeface)
    new Function(script)()
    expect(typeface.load).not.toHaveBeenCalled()
    expect(root.dataset['typefaces']).toBeUndefined()
  })

  it('wait where the device may not be asked', () => {
    refuseStorage()
    runScript()
    expect(root.dataset['typefaces']).toBeUndefined()
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

  it('are fetched behind the first paint, and shown when all are there, so that the page is set anew once', async () => {
    let arrive = () => {}
    const [first, second] = [face('swap'), face('swap', new Promise<void>((resolve) => { arrive = resolve }))]
    nameFonts(document, first, second)
    runScript()
    expect(first.load).not.toHaveBeenCalled()
    paint()
    await setImmediate()
    expect([first.load.mock.calls.length, second.load.mock.calls.length]).toEqual([1, 1])
    expect(root.dataset['typefaces']).toBeUndefined()
    arrive()
    await setImmediate()
    expect(root.dataset['typefaces']).toBe('')
  })

  it('are shown as far as they can be had', async () => {
    nameFonts(document, face('swap'), face('swap', Promise.reject(new Error('no network'))))
    runScript()
    paint()
    await setImmediate()
    expect(root.dataset['typefaces']).toBe('')
  })

  it('have stand-ins, which are no files to wait for', async () => {
    const standIn = face('auto')
    nameFonts(document, standIn)
    runScript()
    paint()
    await setImmediate()
    expect(standIn.load).not.toHaveBeenCalled()
    expect(root.dataset['typefaces']).toBe('')
  })
})

describe('the typefaces, in the head of a document, where the device remembers a visit,', () => {
  const run = () => new Function(headMarksScript)()

  beforeEach(() => localStorage.setItem(PERSISTED_STATE, '{}'))

  it('are shown if they are there before anything is painted', async () => {
    nameFonts(document, face('swap'))
    run()
    expect(root.dataset['typefaces']).toBeUndefined()
    await nextFrame()
    expect(root.dataset['typefaces']).toBe('')
  })

  it('wait if they are not, for long text would be set anew under the reader’s eyes', async () => {
    let arrive = () => {}
    nameFonts(document, face('swap', new Promise<void>((resolve) => { arrive = resolve })))
    run()
    await nextFrame()
    arrive()
    await setImmediate()
    await nextFrame()
    expect(root.dataset['typefaces']).toBeUndefined()
  })
})

describe('the session', () => {
  it('is a guest’s where the device remembers none', () => {
    runScript()
    expect(root.dataset['session']).toBe('guest')
  })

  it('is a member’s where the device remembers one', () => {
    localStorage.setItem(HINT_KEY, '1')
    runScript()
    expect(root.dataset['session']).toBe('member')
  })

  it('is a guest’s where the device may not be asked', () => {
    refuseStorage()
    runScript()
    expect(root.dataset['session']).toBe('guest')
  })

  it('follows when somebody signs in or out', () => {
    markSession(true)
    expect(root.dataset['session']).toBe('member')
    markSession(false)
    expect(root.dataset['session']).toBe('guest')
  })
})

describe('a form', () => {
  const submit = () => {
    const event = new Event('submit', { bubbles: true, cancelable: true })
    document.body.querySelector('form')?.dispatchEvent(event)
    return event.defaultPrevented
  }

  beforeEach(() => {
    runScript()
    document.body.innerHTML = '<form></form>'
  })

  it('that is submitted before the page is alive is not sent, and the press is told once', () => {
    expect(takeSubmitted()).toBe(false)
    expect(submit()).toBe(true)
    expect(takeSubmitted()).toBe(true)
    expect(takeSubmitted()).toBe(false)
  })

  it('that the page takes care of by itself is left to it', () => {
    document.body.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
    expect(submit()).toBe(true)
    expect(takeSubmitted()).toBe(false)
  })
})

describe('the script of the marks', () => {
  const scripts = () => document.body.querySelectorAll('script').length

  const Later = () => (useHydrated() ? createElement('p', null, createElement(DeviceMarks)) : null)

  it('stays where the server wrote it, and is nowhere else', async () => {
    const page = createElement(HydratedProvider, null, createElement(DeviceMarks), createElement(Later))
    document.body.innerHTML = `<div>${renderToString(page)}</div>`
    expect(scripts()).toBe(1)
    takeOver(page, document.body.firstElementChild!)
    await expect.poll(() => document.querySelector('p')).not.toBeNull()
    expect(scripts()).toBe(1)
  })
})
