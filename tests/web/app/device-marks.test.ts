// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { deviceMarksScript, markSession } from '#web/app/device-marks.tsx'
import { showTypefaces } from '#web/app/typefaces.ts'

const root = document.documentElement

/** As the browser runs it where it stands in the document. */
const runScript = () => new Function(deviceMarksScript)()

const refuseStorage = () =>
  vi.stubGlobal('localStorage', { getItem: () => { throw new Error('refused') } })

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete root.dataset['typefaces']
  delete root.dataset['session']
})

describe('the typefaces', () => {
  it('wait on a first visit', () => {
    runScript()
    expect(root.dataset['typefaces']).toBeUndefined()
  })

  it('are asked for while the document is read where the device remembers a visit', () => {
    localStorage.setItem(PERSISTED_STATE, '{}')
    runScript()
    expect(root.dataset['typefaces']).toBe('')
  })

  it('wait where the device may not be asked', () => {
    refuseStorage()
    runScript()
    expect(root.dataset['typefaces']).toBeUndefined()
  })

  it('come once the page is alive', () => {
    showTypefaces(document)
    expect(root.dataset['typefaces']).toBe('')
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
