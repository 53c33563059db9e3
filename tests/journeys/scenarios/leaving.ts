import { describe, expect, it } from 'vitest'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import { hydrated } from '../support/hydrated.ts'
import { browserOf, measured, patience, table } from '../support/measured.ts'
import type { World } from '../support/world.ts'

const home = { path: '/', title: 'Evenkeel: a steadier way with money', referrer: '' }

export const describeLeaving = (world: () => World) =>
  describe('analytics of a page that is left', () => {
    it('are sent from the next page, with the referrer, if the SDK had not been loaded before the visitor left', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      const { page } = ada
      await page.route('https://support.evenkeel.example/**', (route) =>
        route.fulfill({ body: '' }),
      )
      // The browser never reports that it is idle, so the SDK is not loaded.
      await page.addInitScript(() => {
        if (location.search.includes('utm')) window.requestIdleCallback = () => 0
      })
      await ada.open('/?utm_source=paper')
      await page.locator(hydrated).waitFor()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Help centre' }).click()
      await page.waitForURL('https://support.evenkeel.example/')
      await ada.open('/press')
      const touch = { first_touch_source: 'paper', last_touch_source: 'paper' }
      await expect.poll(measured(records, await browserOf(ada)), patience).toEqual(
        table(
          [
            { name: 'web_page_viewed', properties: home },
            {
              name: 'web_link_clicked',
              properties: {
                label: 'Help centre',
                href: 'https://support.evenkeel.example/',
                place: 'footer',
              },
              at: '/',
            },
            {
              name: 'web_page_viewed',
              properties: {
                path: '/press',
                title: 'Press | Evenkeel',
                referrer: expect.any(String) as string,
              },
            },
          ],
          { variant: '1 Step', ...touch },
        ),
      )
      expect((await ada.stored())[analyticsKeys.early]).toBeUndefined()
    })

    it('survive the change of route when a call to action is followed before the SDK is loaded', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      await ada.open('/')
      await ada.page
        .getByRole('main')
        .getByRole('link', { name: 'Start the check-up' })
        .first()
        .click()
      await ada.at('/sign-up/survey')
      await expect.poll(measured(records, await browserOf(ada)), patience).toEqual(
        table(
          [
            { name: 'web_page_viewed', properties: home },
            {
              name: 'web_link_clicked',
              properties: { label: 'Start the check-up', href: '/sign-up/survey', place: 'home' },
              at: '/',
            },
            {
              name: 'web_page_viewed',
              properties: {
                path: '/sign-up/survey?step=1',
                title: 'Question 1 of 11 | Evenkeel',
                referrer: '/',
              },
            },
          ],
          { variant: '1 Step' },
        ),
      )
    })

    it('include an answer given right before the tab was closed', async () => {
      const { records, visitor } = world()
      const ada = await visitor({ reached: 'money-belief' })
      await ada.open('/sign-up/money-belief')
      const browser = await browserOf(ada)
      await ada.page.getByRole('main').getByRole('radio').nth(3).press('Space')
      await ada.page.close()
      await expect.poll(measured(records, browser), patience).toEqual(
        table(
          [
            {
              name: 'web_page_viewed',
              properties: {
                path: '/sign-up/money-belief',
                title: 'Statement 1 of 16 | Evenkeel',
                referrer: '',
              },
            },
            {
              name: 'money_belief_assessment_question_answered',
              properties: { question: expect.any(String) as string, answer: 4, index: 1 },
              at: '/sign-up/money-belief',
            },
          ],
          { variant: '1 Step' },
        ),
      )
    })
  })
