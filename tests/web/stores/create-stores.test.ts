import { describe, expect, test } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import { createStores } from '#web/stores/create-stores.ts'
import { LeaveStore } from '#web/stores/leave-store.ts'
import { ReauthenticateStore } from '#web/stores/reauthenticate-store.ts'

const someStores = () => {
  const ports = inMemory()
  const { app, clock } = ports
  return createStores({
    app,
    ports,
    timing: { now: clock.now, sleep: clock.sleep, random: clock.random },
    origin,
  })
}

describe('the stores of a session', () => {
  test('are one instance per class, so that they keep their state between pages', () => {
    const { getStore } = someStores()
    const leave = getStore(LeaveStore)
    leave.askToDelete()
    expect(getStore(LeaveStore)).toBe(leave)
    expect(getStore(ReauthenticateStore).isOpen).toBe(true)
  })

  test('are not shared between sessions', () => {
    expect(someStores().getStore(LeaveStore)).not.toBe(someStores().getStore(LeaveStore))
  })
})
