// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYMENT_HINT_KEY } from '#core/model/payment-hint.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { sessionScript, setSessionAttribute } from '#web/shell/session-attribute.ts'

const root = document.documentElement

/** Runs the script as the browser does at its position in the document. */
const runScript = () => new Function(sessionScript)()

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete root.dataset['session']
  delete root.dataset['payment']
})

describe('the session attribute of a document', () => {
  it('is guest when no session is stored', () => {
    runScript()
    expect(root.dataset['session']).toBe('guest')
  })

  it('is member when a session is stored', () => {
    localStorage.setItem(HINT_KEY, '1')
    runScript()
    expect(root.dataset['session']).toBe('member')
  })

  it('is guest when the storage cannot be read', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused')
      },
    })
    runScript()
    expect(root.dataset['session']).toBe('guest')
  })

  it('updates on sign-in and sign-out', () => {
    setSessionAttribute(true)
    expect(root.dataset['session']).toBe('member')
    setSessionAttribute(false)
    expect(root.dataset['session']).toBe('guest')
  })
})

describe('the payment attribute of a document', () => {
  it.each([
    ['/', 'due'],
    ['/account-recovery', 'due'],
    ['/account', undefined],
    ['/sign-in', undefined],
  ])('on %s is %s for a member whose payment is failing', (path, expected) => {
    localStorage.setItem(HINT_KEY, '1')
    localStorage.setItem(PAYMENT_HINT_KEY, '1')
    window.history.replaceState(null, '', path)
    runScript()
    window.history.replaceState(null, '', '/')
    expect(root.dataset['payment']).toBe(expected)
  })

  it.each([
    ['a guest', PAYMENT_HINT_KEY],
    ['a member without a failing payment', HINT_KEY],
  ])('is missing for %s', (_who, key) => {
    localStorage.setItem(key, '1')
    runScript()
    expect(root.dataset['payment']).toBeUndefined()
  })
})
