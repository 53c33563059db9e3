import { describe, expect, it } from 'vitest'
import { assessment, enroll, signUp, view } from '../support/event-tables.ts'
import { browserOf, measured, patience, table } from '../support/measured.ts'
import { readBeliefs, signUpWhole } from '../support/way-through.ts'
import type { World } from '../support/world.ts'

const campaign = {
  first_touch_source: 'newsletter',
  first_touch_campaign: 'autumn',
  last_touch_source: 'newsletter',
  last_touch_campaign: 'autumn',
}

export const describeMeasuredJourneys = (world: () => World) =>
  describe('the analytics events', () => {
    it.each(['1 Step', '3 Steps'] as const)(
      'of a whole sign-up match the expected table, each once, the last click included (%s)',
      async (variant) => {
        const { records, visitor } = world()
        const ada = await visitor({ variant })
        const { page } = ada
        await page.route('https://app.evenkeel.example/**', (route) => route.fulfill({ body: '' }))
        await ada.open('/?utm_source=newsletter&utm_campaign=autumn&utm_content=ada@example.com')
        await signUpWhole(ada, records, variant)
        const browser = await browserOf(ada)
        await page.getByRole('link', { name: /App Store/ }).click()
        await page.close()

        await expect
          .poll(measured(records, browser), patience)
          .toEqual(table(signUp(variant), { variant, ...campaign }))
        const touch = { source: 'newsletter', campaign: 'autumn' }
        const headers = {
          Authorization: `Bearer ${await records.idToken(ada.email, ada.password)}`,
        }
        expect(await records.ask('me/export', { headers })).toMatchObject({
          attribution: { firstTouch: touch, lastTouch: touch },
        })
        const sent = JSON.stringify(await records.eventsOf(browser))
        for (const secret of [
          ada.email,
          'ada@example.com',
          ada.password,
          '4242 4242',
          '42424242',
          'Lovelace',
          'oobCode',
        ])
          expect(sent).not.toContain(secret)
      },
    )

    it('of quick sign-up match the expected table', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      const { page, press, at } = ada
      await ada.open('/')
      await page.getByRole('link', { name: 'Start with Monthly' }).click()
      await at('/enroll/payment')
      await page.getByLabel('Billing email').fill(ada.email)
      await ada.fillCard()
      await press('Save card and continue')
      await at('/enroll/create-account')
      await ada.createAccount()
      await at('/enroll/verify-email')
      await records.confirmEmail(ada.email)
      await page.getByRole('heading', { name: 'Welcome aboard' }).waitFor()
      const browser = await browserOf(ada)
      await page.reload()
      await page.getByRole('heading', { name: 'Welcome aboard' }).waitFor()
      const again = view('/enroll/download-app', 'Get the app', expect.any(String) as string)
      await expect
        .poll(measured(records, browser), patience)
        .toEqual(table([...enroll(), again], { variant: '1 Step' }))
    })

    it('of the standalone assessment match the expected table', async () => {
      const { records, visitor } = world()
      const ada = await visitor({ variant: '3 Steps' })
      await ada.open('/')
      await ada.page.getByRole('link', { name: 'Find yours without signing up' }).click()
      await ada.answerSurvey()
      await ada.press('Continue')
      await ada.answerBeliefs()
      await readBeliefs(ada, 'assessment', '3 Steps')
      await ada.press('Continue to sign-up')
      await ada.at('/sign-up/choose-subscription-plan')
      await expect
        .poll(measured(records, await browserOf(ada)), patience)
        .toEqual(table(assessment('3 Steps'), { variant: '3 Steps' }))
    })

    it('do not repeat the completion when the result is seen again, or a page view for a hash', async () => {
      const { records, visitor } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      const { page } = ada
      await ada.open('/sign-up/money-belief?step=16')
      await ada.press('See your result')
      await page.getByRole('button', { name: 'See the plans' }).waitFor()
      await page.goBack()
      await ada.at('/sign-up/money-belief')
      await ada.press('See your result')
      await ada.at('/sign-up/money-belief-result')
      await ada.open('/privacy-policy')
      const browser = await browserOf(ada)
      await page.getByRole('link', { name: 'Turn analytics off' }).first().click()
      await page.waitForURL(/#doNotTrack/)
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().click()
      await page.waitForURL((url) => url.hash !== '' && url.hash !== '#doNotTrack')
      await ada.open('/security')

      const everywhere = { variant: '1 Step' }
      const again = (path: string, own: string, referrer: string) => view(path, own, referrer)
      await expect
        .poll(measured(records, browser), patience)
        .toEqual(
          table(
            [
              again('/sign-up/money-belief', 'Statement 16 of 16', ''),
              again('/sign-up/money-belief-result', 'Your money beliefs', '/sign-up/money-belief'),
              again('/sign-up/money-belief', 'Statement 16 of 16', '/sign-up/money-belief-result'),
              again('/sign-up/money-belief-result', 'Your money beliefs', '/sign-up/money-belief'),
              again('/privacy-policy', 'Privacy policy', ''),
              again('/security', 'Security', ''),
            ],
            everywhere,
          ),
        )
    })

    it('count the page a guard redirects to, not the one requested', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      await ada.open('/sign-up/payment')
      await ada.at('/sign-up/survey')
      await expect
        .poll(measured(records, await browserOf(ada)), patience)
        .toEqual(
          table([view('/sign-up/survey?step=1', 'Question 1 of 11', '')], { variant: '1 Step' }),
        )
    })

    it('keep the first touch over a second campaign, update the last, and ignore a direct visit', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      for (const path of [
        '/?utm_source=paper&utm_term=calm',
        '/press',
        '/?utm_source=search&utm_medium=organic',
        '/careers',
      ]) {
        await ada.open(path)
        await browserOf(ada)
        await ada.page.waitForLoadState('networkidle')
      }
      const first = { first_touch_source: 'paper', first_touch_term: 'calm' }
      const browser = await browserOf(ada)
      const attributions = async () =>
        (await records.eventsOf(browser)).map(({ properties }) =>
          Object.fromEntries(
            Object.entries(properties).filter(([name]) => name.includes('_touch_')),
          ),
        )
      const paper = { ...first, last_touch_source: 'paper', last_touch_term: 'calm' }
      const search = { ...first, last_touch_source: 'search', last_touch_medium: 'organic' }
      await expect.poll(attributions).toEqual([paper, paper, search, search])
      // Each page load reports its web vitals once, when the page is left.
      const loads = (await records.webVitalsOf(browser)).map(({ properties }) => properties)
      expect(loads.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/press']))
      expect(loads.length).toBeLessThanOrEqual(4)
      for (const { lcp, cls } of loads)
        expect([typeof lcp, typeof cls]).toEqual(['number', 'number'])

      await ada.open('/privacy-policy#doNotTrack')
      const section = ada.page.getByRole('region', { name: 'Where you came from' })
      await section.getByText('paper').waitFor()
      expect(await section.getByText('organic').isVisible()).toBe(true)
    })
  })
