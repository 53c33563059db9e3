import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { twoLoud } from '../support/a-state.ts'
import { countEffort, secondsOf } from '../support/effort.ts'
import { pointer } from '../support/hands.ts'
import { walks } from '../support/walks.ts'
import type { World } from '../support/world.ts'

/** From home to the download page. */
const MOST_CLICKS = 45

/**
 * From the first question on, without reading the home page or waiting for the mail. `npm run
 * reading-time` prints what each screen takes.
 */
const MOST_MINUTES = 9
const isProof = process.env['PROOF'] === 'full'

/** Whether the focused element is behind the action bar, and its value. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    const bar = document.querySelector('main form button[type=submit]')?.parentElement
    const bottom = field?.getBoundingClientRect().bottom ?? Infinity
    return {
      isBehind: bottom > (bar?.getBoundingClientRect().top ?? 0),
      label: (field as HTMLInputElement | null)?.value ?? '',
    }
  })

export const describeEffort = (world: () => World) =>
  describe('the sign-up', () => {
    it.each([
      { variant: '1 Step', beliefs: 'no loud belief' },
      { variant: '3 Steps', beliefs: 'no loud belief' },
      { variant: '1 Step', beliefs: 'two loud beliefs', agreement: twoLoud },
      { variant: '3 Steps', beliefs: 'two loud beliefs', agreement: twoLoud },
    ] as const)(
      `takes at most ${MOST_CLICKS} clicks, and ${MOST_MINUTES} minutes of reading and answering ($variant, $beliefs)`,
      async ({ variant, beliefs, ...answers }) => {
        const { records, visitor } = world()
        const ada = await visitor({ variant, width: 360 })
        const { hands, note, screens } = countEffort(ada.page, pointer)
        await walks['sign-up']({ visitor: ada, hands, records, ...answers })
        await note({})

        const [home, ...steps] = screens()
        const clicks = [home, ...steps].reduce((sum, screen) => sum + (screen?.clicks ?? 0), 0)
        const minutes = steps.reduce((sum, screen) => sum + secondsOf(screen), 0) / 60
        expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
        if (isProof) {
          console.table(steps.map((each) => ({ ...each, seconds: Math.round(secondsOf(each)) })))
          console.log(`${variant}, ${beliefs}: ${clicks} clicks, ${minutes.toFixed(1)} minutes`)
        }
        expect(minutes).toBeLessThanOrEqual(MOST_MINUTES)
      },
    )

    it.each(['survey', 'money-belief'] as const)(
      'shows every focused option of the %s above the action bar, by keyboard on a phone',
      async (step) => {
        const ada = await world().visitor({ width: 360, reached: 'choose-subscription-plan' })
        const { page } = ada
        await page.setViewportSize({ width: 360, height: 800 })
        await ada.open(`/sign-up/${step}?step=1`)
        const form = page.locator('main form')
        const hidden: string[] = []
        for (let isLast = false; !isLast;) {
          const question = await ada.heading()
          isLast = await page.getByRole('button', { name: 'See your result' }).isVisible()
          const inputs = form.locator('input')
          const isGroup = (await form.getByRole('radio').count()) > 0
          const count = await inputs.count()
          await page.locator('main h1').focus()
          for (let presses = 0; presses < count; presses += 1) {
            await page.keyboard.press(isGroup && presses > 0 ? 'ArrowDown' : 'Tab')
            let focused = await lookAtFocus(page)
            // Scrolling may take a moment.
            for (let looks = 0; focused.isBehind && looks < 10; looks += 1) {
              await page.waitForTimeout(100)
              focused = await lookAtFocus(page)
            }
            const { isBehind, label } = focused
            if (isBehind) hidden.push(`${question}: ${label}`)
          }
          if (!isLast) {
            await page.getByRole('button', { name: 'Next' }).focus()
            await page.keyboard.press('Enter')
            await page.waitForFunction(
              (before) => document.querySelector('main h1')?.textContent.trim() !== before,
              question,
            )
          }
        }
        expect(hidden).toEqual([])
      },
    )
  })
