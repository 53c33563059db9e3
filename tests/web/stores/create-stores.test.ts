import { describe, expect, test } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import { createStores } from '#web/stores/create-stores.ts'
import { LeaveStore } from '#web/stores/leave-store.ts'
import { ReauthenticateStore } from '#web/stores/reauthenticate-store.ts'

const someStores = () => {
  const { app, clock } = inMemory()
  return createStores({
    app,
    timing: { now: clock.now, sleep: clock.sleep, random: clock.random },
    origin,
  })
}

describe('the stores of a session', () => {
  test('are one instance per class, so that they keep their state between pages', () => {
    const { of } = someStores()
    const leave = of(LeaveStore)
    leave.askToDelete()
    expect(of(LeaveStore)).toBe(leave)
    expect(of(ReauthenticateStore).isOpen).toBe(true)
  })

  test('are not shared between sessions', () => {
    expect(someStores().of(LeaveStore)).not.toBe(someStores().of(LeaveStore))
  })
})
