// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptySignUpData, PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { beliefMarkScript, RememberedBelief } from '#web/screens/assessment/remembered-belief.tsx'

const root = document.documentElement

/** As the browser runs it where it stands in the document. */
const runScript = () => new Function(beliefMarkScript)()

const remember = (diagnosis: unknown) =>
  localStorage.setItem(PERSISTED_STATE, JSON.stringify({ signUpData: { ...emptySignUpData, moneyBelief: { answers: {}, diagnosis } } }))

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete root.dataset['belief']
})
afterEach(cleanup)

describe('the belief that leads in the result a device remembers', () => {
  it.each(['avoidance', 'worship', 'status', 'vigilance'])('is marked: %s', (dominant) => {
    remember({ kind: 'money_belief', dominant })
    runScript()
    expect(root.dataset['belief']).toBe(dominant)
  })

  it.each([
    ['there is no result', () => remember(null)],
    ['the belief is none of ours', () => remember({ kind: 'money_belief', dominant: 'thrift' })],
    ['the state is broken', () => localStorage.setItem(PERSISTED_STATE, '{"signUpData')],
    ['nothing is stored', () => {}],
    ['the device may not be asked', () => vi.stubGlobal('localStorage', { getItem: () => { throw new Error('refused') } })],
  ])('is not marked where %s', (_, prepare) => {
    prepare()
    runScript()
    expect(root.dataset['belief']).toBeUndefined()
  })

  it('is forgotten with the heading: the next one may be somebody else’s', () => {
    remember({ kind: 'money_belief', dominant: 'status' })
    runScript()
    const { unmount } = render(<RememberedBelief />)
    expect(root.dataset['belief']).toBe('status')
    unmount()
    expect(root.dataset['belief']).toBeUndefined()
  })
})
