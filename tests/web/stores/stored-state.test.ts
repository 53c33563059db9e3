import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { emptyUserData, PERSISTED_STATE_VERSION } from '#core/model/persisted-state.ts'
import { readStoredState } from '#web/stores/stored-state.ts'
import { aPageLoad } from './in-memory-stores.ts'

const now = new Date('2026-11-26T12:00:00Z')
const stored = (version: unknown) => JSON.stringify({ __mps__: { version } })

describe('readStoredState', () => {
  it('returns what the global store has stored', async () => {
    const { global, storage, clock } = await aPageLoad()
    global.changeSignUpData({ billingEmail: 'ada@example.com' })
    const state = readStoredState(storage.read(PERSISTED_STATE), clock.now(), 0)
    expect(state).toEqual({
      abTesting: global.abTesting,
      signUpData: global.signUpData,
      userData: global.userData,
    })
  })

  it('gives the defaults for parts that are not stored', () => {
    const state = readStoredState(stored(PERSISTED_STATE_VERSION), now, 0.9)
    expect(state?.abTesting.moneyBeliefResultVariant).toBe('3 Steps')
    expect(state?.userData).toEqual(emptyUserData)
  })

  it.each([
    ['nothing', null],
    ['broken JSON', '{'],
    ['a value that is not an object', '"text"'],
    ['a state without a version', '{}'],
    ['a state of another version', stored(PERSISTED_STATE_VERSION + 1)],
  ])('returns null for %s', (_, text) => {
    expect(readStoredState(text, now, 0)).toBeNull()
  })
})
