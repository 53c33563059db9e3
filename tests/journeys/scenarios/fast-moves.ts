import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { ADVANCE_AFTER } from '#web/screens/assessment/use-auto-advance.ts'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'
import { pageDataPath } from '#web/gatsby/internals.ts'

/**
 * Holds requests that match until `goOn` is called. The route stays in place, because removing it
 * while a page starts to load makes the load hang.
 */
const holdBack = async (page: Page, address: string) => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(address, async (route) => {
    await held
    // The requesting page may be closed by now.
    await route.continue().catch(() => {})
  })
  return { goOn }
}

export const describeFastMoves = (world: () => World) =>
  describe('a visitor in a hurry', () => {
    it('goes one question back with a double click on Back, not out of the survey', async () => {
      const ada = await world().visitor()
      const { page } = ada
      await ada.open('/')
      await page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first().click()
      await ada.at('/sign-up/survey')
      await page.locator('main form').waitFor()
      const first = await ada.heading()
      await ada.choose(1)
      await ada.at(/step=2/)
      await page.getByRole('button', { name: 'Back', exact: true }).dblclick()
      await eventually(async () => expect(await ada.heading()).toBe(first))
      await ada.press('Next')
      await ada.at(/survey\?step=2/)
    })

    it('answers one statement with a slow double click, not the next one too', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      await ada.open('/assessment/money-belief?step=1')
      await page.waitForLoadState('networkidle')
      const radios = page.getByRole('main').getByRole('radio')
      const box = await radios.nth(3).boundingBox()
      if (!box) throw new Error('The scale is not shown.')
      const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await click()
      await page.waitForTimeout(ADVANCE_AFTER + 100)
      await click()
      await page.waitForTimeout(ADVANCE_AFTER + 100)
      expect(ada.path()).toBe('/assessment/money-belief?step=2')
      expect(await radios.nth(3).isChecked()).toBe(false)
    })

    it.each([
      { step: '/sign-up/survey', reached: 'nothing', next: 'sign-up-money-belief' },
      {
        step: '/sign-up/choose-subscription-plan',
        reached: 'choose-subscription-plan',
        next: 'sign-up-create-account',
      },
      { step: '/enroll/payment', reached: 'nothing', next: 'enroll-create-account' },
    ] as const)(
      'finds the code of the step after $step prefetched',
      async ({ step, reached, next }) => {
        const ada = await world().visitor({ reached })
        const fetched = ada.page.waitForResponse((response) =>
          response.url().includes(`/component---web-pages-${next}-tsx-`),
        )
        await ada.open(step)
        expect((await fetched).status()).toBe(200)
      },
    )

    it('sees the page that the URL names after going back and, before that has loaded, forward again', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      const { page } = ada
      await ada.open('/sign-up/survey?step=11')
      await ada.press('See your result')
      await ada.press('Continue')
      await ada.at(/money-belief\?step=/)
      const statement = await ada.heading()
      const surveyData = `**${pageDataPath('/sign-up/survey')}*`
      const { goOn } = await holdBack(page, surveyData)
      const asked = page.waitForRequest(surveyData)
      await page.goBack()
      await ada.at(/survey\?step=result/)
      await asked
      await page.goForward()
      await ada.at(/money-belief\?step=/)
      goOn()
      await page.waitForLoadState('networkidle')
      await eventually(async () => expect(await ada.heading()).toBe(statement))
      expect(ada.path()).toMatch(/money-belief\?step=/)
    })

    it.each([
      ['presses Next', '/sign-up/survey'],
      ['presses Next', '/assessment/money-belief'],
      ['taps an option', '/sign-up/survey'],
    ])('%s at %s before the page is hydrated, and reaches the next question', async (how, path) => {
      const ada = await world().visitor({
        reached: path.includes('belief') ? 'money-belief' : 'nothing',
      })
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto(path, { waitUntil: 'commit' })
      const radios = page.getByRole('main').getByRole('radio')
      const first = await ada.heading()
      if (how === 'presses Next') {
        await radios.nth(2).press('Space')
        await ada.press('Next')
      } else await radios.nth(2).click({ force: true })
      goOn()
      await ada.at(/step=2$/)
      await eventually(async () => expect(await ada.heading()).not.toBe(first))
      await ada.press('Back')
      await eventually(async () => expect(await ada.heading()).toBe(first))
      expect(await radios.nth(2).isChecked()).toBe(true)
      expect(ada.path()).toBe(`${path}?step=1`)
    })

    it('keeps several options that were chosen before the page was hydrated', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto('/sign-up/survey?step=9', { waitUntil: 'commit' })
      const boxes = page.getByRole('main').getByRole('checkbox')
      await boxes.nth(1).check({ force: true })
      await boxes.nth(2).check({ force: true })
      goOn()
      // The first one was chosen on an earlier visit.
      await eventually(async () => expect(await boxes.nth(0).isChecked()).toBe(true))
      await page.waitForLoadState('networkidle')
      await page.reload()
      await eventually(async () => {
        expect(
          await Promise.all([0, 1, 2, 3].map((index) => boxes.nth(index).isChecked())),
        ).toEqual([true, true, true, false])
      })
    })

    it('keeps a number that was replaced before the page was hydrated', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto('/sign-up/survey?step=7', { waitUntil: 'commit' })
      const months = page.getByRole('main').getByRole('textbox')
      await months.fill('07')
      await ada.press('Next')
      goOn()
      await ada.at(/step=8$/)
      await ada.open('/sign-up/survey?step=7')
      await eventually(async () => expect(await months.inputValue()).toBe('7'))
    })

    it('keeps the focus on Next when the page is hydrated', async () => {
      const ada = await world().visitor()
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto('/sign-up/survey', { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Next' }).focus()
      goOn()
      await ada.at(/step=1$/)
      const isFocused = page
        .getByRole('button', { name: 'Next' })
        .evaluate((button) => button === document.activeElement)
      expect(await isFocused).toBe(true)
    })

    it('is told what is missing when Next was pressed before hydration, and stays', async () => {
      const ada = await world().visitor()
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto('/sign-up/survey', { waitUntil: 'commit' })
      await ada.press('Next')
      goOn()
      await page.getByText('This field is required.').waitFor()
      expect(ada.path()).toBe('/sign-up/survey?step=1')
    })

    it('is led to where they left off, without the answer entered in the server-rendered question', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      const { goOn } = await holdBack(page, '**/app-*.js')
      await page.goto('/sign-up/survey', { waitUntil: 'commit' })
      await page.getByRole('main').getByRole('radio').nth(2).press('Space')
      await ada.press('Next')
      goOn()
      await ada.at(/step=result/)
      await page.getByText('out of 100', { exact: true }).waitFor()
      await ada.open('/sign-up/survey?step=1')
      await eventually(async () =>
        expect(await page.getByRole('main').getByRole('radio').nth(1).isChecked()).toBe(true),
      )
    })

    it('sees the page that the URL names after going back before the first page was hydrated', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      const { page } = ada
      await ada.open('/sign-up/money-belief-result')
      await page.getByRole('button', { name: 'See the plans' }).waitFor()
      const result = await ada.heading()
      await ada.press('See the plans')
      await ada.at('/sign-up/choose-subscription-plan')
      const { goOn } = await holdBack(page, '**/foundation-*.js')
      await page.reload({ waitUntil: 'commit' })
      await page.waitForFunction(() => '___loader' in window)
      await page.goBack({ waitUntil: 'commit' })
      await eventually(() => expect(ada.path()).toBe('/sign-up/money-belief-result'))
      goOn()
      await eventually(async () => expect(await ada.heading()).toBe(result))
      await ada.press('See the plans')
      await ada.at('/sign-up/choose-subscription-plan')
    })

    it('sees and hears that a slow page is loading, until it is shown', async () => {
      const ada = await world().visitor()
      const { page } = ada
      await ada.open('/')
      // A live region has to exist before its content changes.
      const status = page.locator('output').last()
      await status.waitFor({ state: 'attached' })
      const { goOn } = await holdBack(page, `**${pageDataPath('/press')}*`)
      await page.getByRole('link', { name: 'Press' }).first().click()
      await eventually(async () => expect(await status.textContent()).toBe('Loading the next page'))
      expect(
        await status.evaluate(
          (element) => element.firstElementChild?.getBoundingClientRect().height,
        ),
      ).toBe(3)
      goOn()
      await ada.at('/press')
      await eventually(async () => expect(await status.textContent()).toBe(''))
    })

    it('is not brought back by a result that arrives after leaving the survey', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      await ada.open('/sign-up/survey?step=11')
      await page.getByRole('main').getByRole('radio').first().press('Space')
      const { goOn } = await holdBack(page, '**/public/calculate')
      const answered = page.waitForResponse('**/public/calculate')
      const question = await ada.heading()
      await ada.press('See your result')
      await page.getByRole('banner').getByRole('link', { name: 'Evenkeel' }).click()
      await eventually(async () => expect(await ada.heading()).not.toBe(question))
      const home = await ada.heading()
      goOn()
      await (await answered).finished()
      await page.waitForLoadState('networkidle')
      expect(ada.path()).toBe('/')
      expect(await ada.heading()).toBe(home)
    })
  })
