import { describe, expect, it } from 'vitest'
import { checkTrial } from '#core/use-cases/check-trial.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { aSubscriber } from '#tests/support/orders.ts'

describe('checkTrial', () => {
  it('returns whether a new plan would start with a trial', async () => {
    expect(await inMemory().app.checkTrial()).toBe(true)
    expect(await (await aSubscriber()).app.checkTrial()).toBe(false)
  })

  it('returns null while the admin API is unavailable', async () => {
    const world = inMemory()
    world.adminApi.fail()
    expect(await world.app.checkTrial()).toBeNull()
  })

  it('throws any other error', async () => {
    const offers = () => Promise.reject(new Error('broken'))
    const { adminApi } = inMemory()
    await expect(checkTrial({ adminApi: { ...adminApi, offers } })()).rejects.toThrow('broken')
  })
})
