import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { createSendingUseCases } from '#core/sending-use-cases.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { createLazyUseCases } from '#web/app/lazy-use-cases.ts'

describe('createLazyUseCases', () => {
  it('has every use case that sends', () => {
    const useCases = createSendingUseCases(inMemory())
    expect(Object.keys(createLazyUseCases(async () => useCases)).toSorted()).toEqual(
      Object.keys(useCases).toSorted(),
    )
  })

  it('loads the code with the first call and hands input and outcome over', async () => {
    const useCases = createSendingUseCases(inMemory())
    let loads = 0
    const lazy = createLazyUseCases(async () => ((loads += 1), useCases))
    expect(loads).toBe(0)
    const code = { code: 'WELCOME20', productId: 'annual' }
    expect(await lazy.checkPromotionCode(code)).toEqual(await useCases.checkPromotionCode(code))
    expect(loads).toBe(1)
  })

  it('throws PortUnavailable while the code cannot be loaded', async () => {
    const cause = new Error('ChunkLoadError')
    const lazy = createLazyUseCases(() => Promise.reject(cause))
    const failure = await lazy.loadOffers().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PortUnavailable)
    expect(failure).toMatchObject({ port: 'site', cause })
  })
})
