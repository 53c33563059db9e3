import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { scrollTo } from '../support/hands.ts'
import type { World } from '../support/world.ts'

export const describeKeepingResults = (world: () => World) =>
  describe('a result', () => {
    it('is saved as an HTML file with all four beliefs and the answers behind them', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/money-belief-result')
      const [download] = await Promise.all([
        ada.page.waitForEvent('download'),
        ada.press('Save as a file'),
      ])
      expect(download.suggestedFilename()).toMatch(
        /^evenkeel-money-beliefs-\d{4}-\d{2}-\d{2}\.html$/,
      )
      const { questions } = await world().records.ask<{ questions: { prompt: string }[] }>(
        'coaching/diagnosis/public/questions?kind=money_belief',
      )
      const saved = await readFile(await download.path(), 'utf8')
      const file = await ada.context.newPage()
      await file.setContent(saved)
      const text = await file.locator('body').innerText()
      for (const said of [
        'Avoidance',
        'Worship',
        'Status',
        'Vigilance',
        ...questions.map(({ prompt }) => prompt),
      ])
        expect(text).toContain(said)
    })

    it('is printed in the light scheme, expanded, and without buttons', async () => {
      const ada = await world().visitor({ reached: 'money-belief' })
      const { page } = ada
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await ada.open('/sign-up/survey?step=result')
      await page.getByText('A little less', { exact: true }).waitFor()
      expect(await page.getByRole('button').count()).toBe(0)
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(
        'rgb(15, 42, 51)',
      )
    })
  })

export const describePrices = (world: () => World) =>
  describe('the plans on the home page', () => {
    it('have the prices of the admin API, as text and as structured data', async () => {
      const ada = await world().visitor()
      await ada.open('/')
      const plans = ada.page.locator('#plans')
      await scrollTo(plans)
      await plans.getByText('$89.99', { exact: true }).waitFor()
      const data = JSON.parse(
        (await plans.locator('script[type="application/ld+json"]').textContent()) ?? '',
      ) as {
        offers: { name: string; price: string; priceCurrency: string }[]
      }
      expect(
        data.offers
          .map(({ name, price, priceCurrency }) => `${name} ${price} ${priceCurrency}`)
          .toSorted(),
      ).toEqual(['Annual 89.99 USD', 'Monthly 12.99 USD'])
    })

    it('are shown without prices while the admin API is down', async () => {
      const { urls, visitor } = world()
      const ada = await visitor()
      await ada.cutOff(urls.adminApi)
      await ada.open('/')
      await scrollTo(ada.page.locator('#plans'))
      await ada.page.getByText('Paid once a year.').waitFor()
      expect(await ada.page.locator('#plans').innerText()).not.toContain('$')
    })
  })
