import { describe, expect, it } from 'vitest'
import { whenIdleLoadsEnd } from '../support/answering.ts'
import { eventually } from '../support/eventually.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

const pause = 'You already have some room.'

export const describePauses = (world: () => World) =>
  describe('the pause after the sixth question', () => {
    const begin = async (): Promise<Visitor> => {
      const ada = await world().visitor({ width: 360 })
      await ada.open('/sign-up/survey')
      // Among these loads is the code of the pause.
      await whenIdleLoadsEnd(ada.page)
      return ada
    }

    const isShown = (ada: Visitor, heading: string) =>
      eventually(async () => expect(await ada.heading()).toBe(heading))

    it('takes one click to leave, moves focus to its heading and keeps Back and reload working', async () => {
      const ada = await begin()
      const { page } = ada
      for (let number = 1; number <= 6; number += 1) await ada.choose(1)
      await isShown(ada, pause)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      expect(ada.path()).toBe('/sign-up/survey?step=7')

      await page.goBack()
      await ada.at(/step=6/)
      const sixth = await ada.heading()
      expect(sixth).not.toBe(pause)
      await page.goForward()
      await isShown(ada, pause)
      await ada.press('Back')
      await isShown(ada, sixth)
      expect(ada.path()).toBe('/sign-up/survey?step=6')
      await ada.choose(1)
      await isShown(ada, pause)

      await ada.press('Continue')
      await ada.page.getByRole('main').getByRole('textbox').waitFor()
      expect(ada.path()).toBe('/sign-up/survey?step=7')
      const seventh = await ada.heading()
      await page.reload()
      await isShown(ada, seventh)
      await ada.press('Back')
      await isShown(ada, sixth)
      await ada.choose(1)
      await isShown(ada, seventh)
    })

    it('is not repeated when the page is reloaded during it', async () => {
      const ada = await begin()
      for (let number = 1; number <= 6; number += 1) await ada.choose(1)
      await isShown(ada, pause)
      await ada.page.reload()
      await ada.page.getByRole('main').getByRole('textbox').waitFor()
      expect(ada.path()).toBe('/sign-up/survey?step=7')
    })
  })

export const describeFirstResult = (world: () => World) =>
  describe('what a visitor is offered', () => {
    it('is only the next step at the first result, and a link back to it on the home page', async () => {
      const ada = await world().visitor({ width: 360 })
      const { page } = ada
      const offer = page.getByRole('link', { name: /^Continue(:| where)/ })
      await ada.open('/sign-up/survey')
      await ada.answerSurvey()
      await page.getByText('out of 100', { exact: true }).waitFor()
      expect(await offer.count()).toBe(0)
      await page.getByRole('banner').getByRole('link', { name: 'Evenkeel' }).click()
      await offer.waitFor()
      await page.getByText('No account needed to see your result.').first().waitFor()
    })
  })
