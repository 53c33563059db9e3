import { describe, expect, it } from 'vitest'
import { createLazyAdminApi } from '#adapters/http/lazy-admin-api.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('createLazyAdminApi', () => {
  it('loads the code with the first call and passes input and response through', async () => {
    const { adminApi } = inMemory()
    let loads = 0
    const lazy = createLazyAdminApi(async () => ((loads += 1), adminApi))
    expect(loads).toBe(0)
    const code = { code: 'WELCOME20', productId: 'annual' }
    expect(await lazy.checkPromotionCode(code)).toEqual(await adminApi.checkPromotionCode(code))
    expect(loads).toBe(1)
  })

  it('throws PortUnavailable while the code cannot be loaded', async () => {
    const cause = new Error('ChunkLoadError')
    const lazy = createLazyAdminApi(() => Promise.reject(cause))
    const failure = await lazy.offers().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PortUnavailable)
    expect(failure).toMatchObject({ port: 'admin-api', cause })
  })

  it('lets the errors of the port pass as they are', async () => {
    const { adminApi } = inMemory()
    adminApi.fail()
    const lazy = createLazyAdminApi(async () => adminApi)
    await expect(lazy.offers()).rejects.toThrow(PortUnavailable)
  })
})
