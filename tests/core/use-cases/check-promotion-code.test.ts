import { describe, expect, it } from 'vitest'
import { checkPromotionCode } from '#core/use-cases/check-promotion-code.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('checkPromotionCode', () => {
  it.each([
    ['applies', 'WELCOME20'],
    ['expired', 'EXPIRED'],
    ['used-up', 'SOLDOUT'],
    ['not-for-this-plan', 'HALFYEAR'],
    ['unknown', 'NOSUCH'],
  ])('returns %s for %s with the annual plan', async (kind, code) => {
    expect(await inMemory().app.checkPromotionCode({ code, productId: 'annual' })).toMatchObject({
      kind,
    })
  })

  it('sends the code without the spaces around it', async () => {
    const { adminApi } = inMemory()
    const asked: object[] = []
    const check = checkPromotionCode({
      adminApi: {
        ...adminApi,
        checkPromotionCode: async (input) => (asked.push(input), { kind: 'unknown' }),
      },
    })
    await check({ code: ' WELCOME20 ', productId: 'annual' })
    expect(asked).toEqual([{ code: 'WELCOME20', productId: 'annual' }])
  })
})
