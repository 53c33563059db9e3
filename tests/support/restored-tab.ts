import { stopPersisting } from 'mobx-persist-store'
import { expect, onTestFinished, vi } from 'vitest'
import { origin } from './memory-ports.ts'
import type { InMemory } from './memory-ports.ts'
import { restoreState } from '#web/app/restore-state.ts'
import type { RestoredTab } from '#web/app/restore-state.ts'
import { createStores } from '#web/stores/create-stores.ts'

/**
 * A tab with the whole application. The `auth` of the ports belongs to another tab of the same
 * browser.
 */
export const aTab = async (ports: InMemory, tab?: RestoredTab) => {
  const { app, clock, storage } = ports
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const stores = createStores({ app, ports, timing, origin })
  const running = {
    app,
    stores,
    recordStepView: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  }
  await restoreState(running, { storage, timing, ...(tab && { tab }) })
  onTestFinished(() => stopPersisting(stores.global))
  return stores
}

export type Tab = Awaited<ReturnType<typeof aTab>>

/** Delays the next response with the profile until `arrive` is called. */
export const withLateProfile = ({ adminApi }: InMemory) => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { profile } = adminApi
  const asked = vi.spyOn(adminApi, 'profile').mockImplementationOnce(async () => {
    const found = await profile()
    await late
    return found
  })
  return {
    arrive: () => arrive(),
    isAsked: async () => {
      await expect.poll(() => asked.mock.calls.length).toBe(1)
    },
  }
}
