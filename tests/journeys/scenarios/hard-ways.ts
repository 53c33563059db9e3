import { describe, expect, it } from 'vitest'
import { cardFrameOf, keyboardOf, pointer, tabTo } from '../support/hands.ts'
import { slowDown } from '../support/slow-down.ts'
import { walks } from '../support/walks.ts'
import type { World } from '../support/world.ts'

/** `npm run proof:journeys` walks all three, which takes minutes on the slow network. */
const isProof = process.env['PROOF'] === 'full'
const journeys = Object.keys(walks) as (keyof typeof walks)[]

const subscriptionsAfter = { 'sign-up': 1, enroll: 1, assessment: 0 } as const

export const describeHardWays = (world: () => World) => {
  describe('by keyboard alone', () => {
    it.each(isProof ? journeys : (['enroll'] as const))('%s can be completed', async (journey) => {
      const { records, visitor } = world()
      const ada = await visitor({ width: 1024 })
      await walks[journey]({ visitor: ada, hands: keyboardOf(ada.page), records })
      expect(await records.subscriptions(ada.email)).toHaveLength(subscriptionsAfter[journey])
    })

    it('Tab enters and leaves the card fields in both directions', async () => {
      const { page, open } = await world().visitor()
      await open('/enroll/payment')
      const number = (await cardFrameOf(page)).getByLabel('Card number')
      const back = page.getByLabel('Billing email')
      const on = page.getByRole('button', { name: 'Save card and continue' })
      await tabTo(page, number)
      await tabTo(page, on)
      await tabTo(page, number, 'Shift+Tab')
      await tabTo(page, back, 'Shift+Tab')
      expect(await back.evaluate((field) => document.activeElement === field)).toBe(true)
    })
  })

  describe.runIf(isProof)('on a slow machine and a slow network', () => {
    it.each(journeys)('%s can be completed', { timeout: 600_000 }, async (journey) => {
      const { records, visitor } = world()
      const ada = await visitor({ width: 360 })
      await slowDown(ada)
      await walks[journey]({ visitor: ada, hands: pointer, records })
      expect(await records.subscriptions(ada.email)).toHaveLength(subscriptionsAfter[journey])
    })
  })
}
