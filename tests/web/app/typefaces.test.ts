// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { showTypefaces, typefacesScript } from '#web/app/typefaces.ts'

const root = document.documentElement

/** As the browser runs it in the head. */
const runScript = () => new Function(typefacesScript)()

describe('the typefaces', () => {
  beforeEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    delete root.dataset['typefaces']
  })

  it('wait on a first visit', () => {
    runScript()
    expect(root.dataset['typefaces']).toBeUndefined()
  })

  it('are there from the first paint on where the device remembers a visit', () => {
    localStorage.setItem(PERSISTED_STATE, '{}')
    runScript()
    expect(root.dataset['typefaces']).toBe('')
  })

  it('wait where the device may not be asked', () => {
    vi.stubGlobal('localStorage', { getItem: () => { throw new Error('refused') } })
    runScript()
    expect(root.dataset['typefaces']).toBeUndefined()
  })

  it('come once the page is alive', () => {
    showTypefaces(document)
    expect(root.dataset['typefaces']).toBe('')
  })
})
