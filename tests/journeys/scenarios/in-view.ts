import { describe, expect, it } from 'vitest'
import { agreeing, longResult } from '../support/a-state.ts'
import { headingChanged, painted } from '../support/answering.ts'
import { cardFrameOf } from '../support/hands.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

/**
 * The top of the action bar, which sticks to the bottom of the window, in pixels from the window's
 * top.
 */
const barTop = ({ page }: Visitor) =>
  page
    .getByRole('button', { name: /^(Choose|Start|Save card|Next)/ })
    .last()
    .evaluate((button) => button.parentElement?.getBoundingClientRect().top ?? 0)

/** The edges of the focused element in the window, also when it is in a frame of the provider. */
const focused = async ({ page }: Visitor) => {
  const edges = () => {
    const { top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect()
    return { top, bottom, tag: document.activeElement?.tagName ?? '' }
  }
  const outer = await page.evaluate(edges)
  if (outer.tag !== 'IFRAME') return outer
  const inner = await (await cardFrameOf(page)).evaluate(edges)
  return { ...inner, top: outer.top + inner.top, bottom: outer.top + inner.bottom }
}

const describeScale = (world: () => World) =>
  it.each([360, 1280])(
    'all statements have their scale in the same place, %i wide',
    async (width) => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan', width })
      const form = ada.page.locator('main form')
      await ada.open('/sign-up/money-belief?step=1')
      const places = new Map<number, string>()
      for (let step = 1; step <= 16; step += 1) {
        await form.locator('input:checked').waitFor({ state: 'attached' })
        const statement = await ada.heading()
        const box = await form.getByRole('radio').first().boundingBox()
        places.set(Math.round(box?.y ?? 0), statement)
        await ada.press(/^(Next|See your result)$/)
        await headingChanged(ada.page, statement)
      }
      expect([...places]).toHaveLength(1)
    },
  )

export const describeInView = (world: () => World) => {
  describeScale(world)
  describe('on a phone', () => {
    it.each([
      ['the usual result', {}],
      ['the longest steps', { ...agreeing(1, 6, 1, 1), 'main-goal': 'retire-well' }],
      ['the longest sentence, with ties and the longest goal', longResult],
    ])(
      'the plan step shows prices, free days and its button without scrolling for %s',
      async (_, answers) => {
        const ada = await world().visitor({
          reached: 'choose-subscription-plan',
          width: 360,
          answers,
        })
        await ada.page.setViewportSize({ width: 360, height: 800 })
        await ada.open('/sign-up/choose-subscription-plan')
        await ada.page.getByRole('button', { name: 'Choose Annual' }).waitFor()
        const bar = await barTop(ada)
        const prices = ['$7.50', '$12.99'].map((price) =>
          ada.page.getByText(price, { exact: true }).first(),
        )
        for (const shown of [...prices, ada.page.getByRole('list', { name: 'Your free days' })]) {
          const box = await shown.boundingBox()
          expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(bar)
        }
        expect(await ada.page.evaluate(() => window.scrollY)).toBe(0)
      },
    )

    it('a question shows that an answer is missing, however long its options are', async () => {
      const ada = await world().visitor({ reached: 'money-belief', width: 360 })
      const { page } = ada
      await page.setViewportSize({ width: 360, height: 800 })
      await ada.open('/sign-up/survey?step=9')
      const form = page.locator('main form')
      await form.locator('input:checked').press('Space')
      for (let presses = 0; presses < 2; presses += 1) {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        await ada.press('Next')
        await painted(page)
        const box = await page.getByText('This field is required.').boundingBox()
        expect(box?.y).toBeGreaterThan(0)
        expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(await barTop(ada))
        const first = form.getByRole('checkbox').first()
        expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)
        expect(await form.locator('input:checked').count()).toBe(0)
      }
    })

    it.each([
      ['at 360 pixels', { width: 360, height: 740 }],
      ['at 400% zoom', { width: 320, height: 256 }],
    ])('the payment step keeps the focused element above the actions %s', async (_at, size) => {
      const ada = await world().visitor({ width: 360 })
      const { page } = ada
      await page.setViewportSize(size)
      await ada.open('/enroll/payment')
      await ada.fillCard('4242')
      await page.getByLabel('Billing email').focus()
      const isSticky = size.height > 400
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press('Tab')
        // The browser scrolls to the focused element in its next frame.
        await painted(page)
        const { top, bottom, tag } = await focused(ada)
        if (tag === 'BODY') break
        const isAction = await page.evaluate(
          () => document.activeElement?.matches('main form button[type=submit]') ?? false,
        )
        if (isAction) break
        const most = isSticky ? await barTop(ada) : size.height
        expect([tag, bottom <= most + 1, top >= -1]).toEqual([tag, true, true])
      }
    })

    it('the payment step shows the first wrong field after an empty submit, the email or the card', async () => {
      const ada = await world().visitor({ width: 360 })
      const { page } = ada
      await ada.open('/enroll/payment')
      const frame = await cardFrameOf(page)
      await frame.getByLabel('Card number').waitFor()
      await ada.press('Save card and continue')
      const email = page.getByLabel('Billing email')
      await page.getByText('This field is required.').waitFor()
      await frame
        .getByText(/incomplete/i)
        .first()
        .waitFor()
      await expect
        .poll(() => email.evaluate((field) => field === document.activeElement))
        .toBe(true)

      await email.fill(ada.email)
      await page.evaluate(() => window.scrollTo(0, 0))
      await ada.press('Save card and continue')
      await expect
        .poll(async () => {
          const box = await frame.getByLabel('Card number').boundingBox()
          return box !== null && box.y > 0 && box.y + box.height < (await barTop(ada))
        })
        .toBe(true)
    })
  })
}
