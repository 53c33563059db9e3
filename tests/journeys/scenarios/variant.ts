import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { browserOf } from '../support/measured.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

const variantOf = async ({ stored }: Visitor): Promise<unknown> => {
  const state = JSON.parse((await stored())[PERSISTED_STATE] ?? '{}') as {
    abTesting?: { moneyBeliefResultVariant?: string }
  }
  return state.abTesting?.moneyBeliefResultVariant
}

export const describeVariant = (world: () => World) =>
  describe('the variant of the result', () => {
    it('is chosen once, kept over pages and reloads, and sent with every event', async () => {
      const { visitor, records } = world()
      const ada = await visitor({ reached: 'never-here' })
      await ada.open('/')
      const browser = await browserOf(ada)
      const drawn = await variantOf(ada)
      expect(['1 Step', '3 Steps']).toContain(drawn)
      for (const path of ['/sign-up/survey', '/press', '/sign-up/survey']) {
        await ada.open(path)
        await ada.page.waitForLoadState('networkidle')
        expect(await variantOf(ada)).toBe(drawn)
      }
      await expect.poll(async () => (await records.eventsOf(browser)).length).toBe(4)
      const told = (await records.eventsOf(browser)).map(({ properties }) => properties['variant'])
      expect(new Set(told)).toEqual(new Set([drawn]))
    })

    it.each([
      {
        variant: '1 Step',
        asked: 'money-belief-overview',
        own: 'money-belief-result',
        foreign: '1 of 3',
      },
      {
        variant: '3 Steps',
        asked: 'money-belief-result',
        own: 'money-belief-overview',
        foreign: 'What helps first',
      },
    ] as const)(
      'never shows the other variant, not even briefly ($variant)',
      async ({ variant, asked, own, foreign }) => {
        const ada = await world().visitor({ variant, reached: 'choose-subscription-plan' })
        await ada.page.addInitScript(() => {
          const seen: string[] = []
          Object.assign(window, { seen })
          new MutationObserver(() => {
            seen.push(document.querySelector('main')?.textContent ?? '')
          }).observe(document, { childList: true, subtree: true, characterData: true })
        })
        await ada.open(`/sign-up/${asked}`)
        await ada.at(`/sign-up/${own}`)
        await ada.page
          .getByRole('button', {
            name: variant === '1 Step' ? 'See the plans' : 'How beliefs show up',
          })
          .waitFor()
        const seen = await ada.page.evaluate(() => (window as unknown as { seen: string[] }).seen)
        expect(seen.length).toBeGreaterThan(1)
        expect(seen.filter((text) => text.includes(foreign))).toEqual([])
      },
    )
  })
