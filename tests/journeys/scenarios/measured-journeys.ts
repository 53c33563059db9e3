import { describe, expect, it } from 'vitest'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import { browserOf, measured, patience, table } from '../support/measured.ts'
import type { Expected } from '../support/measured.ts'
import type { World } from '../support/world.ts'

const title = (own: string) => `${own} | Evenkeel`

/** Views in their order: each comes from the one before. */
const views = (pages: readonly (readonly [path: string, title: string])[], from: string): Expected[] =>
  pages.map(([path, own], index) => ({
    name: 'web_page_viewed',
    properties: { path, title: title(own), referrer: pages[index - 1]?.[0] ?? from },
  }))

const view = (path: string, own: string, referrer: string): Expected => ({
  name: 'web_page_viewed',
  properties: { path, title: title(own), referrer },
})

const surveySteps = (journey: string) => [
  ...Array.from({ length: 11 }, (_, index) => [`/${journey}/survey?step=${index + 1}`, `Question ${index + 1} of 11`] as const),
  [`/${journey}/survey?step=result`, 'Your result'] as const,
]

const results = (journey: string, variant: MoneyBeliefResultVariant) =>
  variant === '1 Step'
    ? ([[`/${journey}/money-belief-result`, 'Your money beliefs']] as const)
    : ([
        [`/${journey}/money-belief-overview`, 'Your money beliefs, 1 of 3'],
        [`/${journey}/money-belief-behavior`, 'Your money beliefs, 2 of 3'],
        [`/${journey}/money-belief-manage`, 'Your money beliefs, 3 of 3'],
      ] as const)

/** From the home page's first call to action to the last screen of the result. */
const assessed = (journey: string, variant: MoneyBeliefResultVariant): Expected[] => [
  ...views(surveySteps(journey), '/'),
  view(`/${journey}/money-belief`, 'Statement 1 of 16', `/${journey}/survey?step=result`),
  ...Array.from(
    { length: 16 },
    (_, index): Expected => ({
      name: 'money_belief_assessment_question_answered',
      properties: { question: `belief-${String(index + 1).padStart(2, '0')}`, answer: 2, index: index + 1 },
      at: `/${journey}/money-belief`,
    }),
  ),
  {
    name: 'money_belief_assessment_completed',
    properties: { dominant: 'avoidance', scores: { avoidance: 2, worship: 2, status: 2, vigilance: 2 } },
    at: `/${journey}/money-belief`,
  },
  ...views(results(journey, variant), `/${journey}/money-belief`),
]

/** The whole sign-up, up to a click on a store badge. */
const signUp = (variant: MoneyBeliefResultVariant): Expected[] => {
  const path = (step: string) => `/sign-up/${step}`
  return [
    { name: 'web_page_viewed', properties: { path: '/', title: 'Evenkeel: a steadier way with money', referrer: '' } },
    { name: 'web_link_clicked', properties: { label: 'Start the check-up', href: path('survey'), place: 'home' }, at: '/' },
    ...assessed('sign-up', variant),
    view(path('choose-subscription-plan'), 'Choose a plan', results('sign-up', variant).at(-1)?.[0] ?? ''),
    {
      name: 'web_program_selected',
      properties: { plan: 'annual', amount: 8999, currency: 'usd', promotion: 'WELCOME20' },
      at: path('choose-subscription-plan'),
    },
    view(path('create-account'), 'Create your account', path('choose-subscription-plan')),
    { name: 'user_account_created', properties: { method: 'password', journey: 'sign-up' }, at: path('create-account') },
    { name: 'account_created', properties: { journey: 'sign-up' }, at: path('create-account') },
    view(path('verify-email'), 'Confirm your email', path('create-account')),
    view(path('payment'), 'Payment', path('verify-email')),
    { name: 'subscription_intent_created', properties: { plan: 'annual', promotion: 'WELCOME20' }, at: path('payment') },
    {
      name: 'web_free_trial',
      properties: { plan: 'annual', trialEnd: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string },
      at: path('payment'),
    },
    view(path('personal-details'), 'About you', path('payment')),
    {
      name: 'account_signup_completed',
      properties: { journey: 'sign-up', seconds: expect.any(Number) as number },
      at: path('download-app'),
    },
    view(path('download-app'), 'Get the app', path('personal-details')),
    {
      name: 'web_link_clicked',
      properties: { label: 'For iPhone App Store', href: 'https://app.evenkeel.example/app-store', place: 'download-app' },
      at: path('download-app'),
    },
  ]
}

const campaign = { first_touch_source: 'newsletter', first_touch_campaign: 'autumn', last_touch_source: 'newsletter', last_touch_campaign: 'autumn' }

export const describeMeasuredJourneys = (world: () => World) =>
  describe('what is measured', () => {
    it.each(['1 Step', '3 Steps'] as const)('of a whole sign-up is this table, each event once, the last click included (%s)', async (variant) => {
      const { records, visitor } = world()
      const ada = await visitor({ variant })
      const { page, press, at } = ada
      await page.route('https://app.evenkeel.example/**', (route) => route.fulfill({ body: '' }))
      await ada.open('/?utm_source=newsletter&utm_campaign=autumn&utm_content=ada@example.com')
      await page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first().click()
      await ada.answerSurvey()
      await press('On to money beliefs')
      await ada.answerBeliefs()
      if (variant === '3 Steps') {
        await press('How it shows')
        await at('/sign-up/money-belief-behavior')
        await press('What to do')
        await at('/sign-up/money-belief-manage')
      }
      await press('See the plans')
      await at('/sign-up/choose-subscription-plan')
      await page.getByLabel(/^Promotion code/).fill('WELCOME20')
      await press('Check')
      await page.getByText('20 % off your first charge').waitFor()
      await press('Choose Annual')
      await at('/sign-up/create-account')
      await ada.createAccount()
      await at('/sign-up/verify-email')
      await records.confirmEmail(ada.email)
      await at('/sign-up/payment')
      await ada.fillCard()
      await press('Start 14 free days')
      await at('/sign-up/personal-details')
      await ada.fillDetails()
      await press('Continue')
      await page.getByRole('heading', { name: 'You are aboard, Ada' }).waitFor()
      const browser = await browserOf(ada)
      await page.getByRole('link', { name: /App Store/ }).click()
      await page.close()

      await expect.poll(measured(records, browser), patience).toEqual(table(signUp(variant), { variant, ...campaign }))
      const sent = JSON.stringify(await records.eventsOf(browser))
      for (const secret of [ada.email, 'ada@example.com', ada.password, '4242', 'Lovelace', 'oobCode']) expect(sent).not.toContain(secret)
    })

    it('is not measured again by a reload of the end, by going back and forth over the result, or by a hash', async () => {
      const { records, visitor } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      const { page } = ada
      await ada.open('/sign-up/money-belief?step=16')
      await ada.press('See your result')
      await ada.at('/sign-up/money-belief-result')
      await page.goBack()
      await ada.at('/sign-up/money-belief')
      await ada.press('See your result')
      await ada.at('/sign-up/money-belief-result')
      await ada.open('/privacy-policy')
      const browser = await browserOf(ada)
      await page.getByRole('link', { name: 'Turn measuring off' }).first().click()
      await page.waitForURL(/#doNotTrack/)
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().click()
      await page.waitForURL((url) => url.hash !== '' && url.hash !== '#doNotTrack')
      await ada.open('/security')

      const everywhere = { variant: '1 Step' }
      const again = (path: string, own: string, referrer: string) => view(path, own, referrer)
      await expect.poll(measured(records, browser), patience).toEqual(table([
          again('/sign-up/money-belief', 'Statement 16 of 16', ''),
          again('/sign-up/money-belief-result', 'Your money beliefs', '/sign-up/money-belief'),
          again('/sign-up/money-belief', 'Statement 16 of 16', '/sign-up/money-belief-result'),
          again('/sign-up/money-belief-result', 'Your money beliefs', '/sign-up/money-belief'),
          again('/privacy-policy', 'Privacy policy', ''),
          again('/security', 'Security', ''),
        ], everywhere))
    })

    it('counts the page a guard leads to, not the one that was asked for', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      await ada.open('/sign-up/payment')
      await ada.at('/sign-up/survey')
      await expect.poll(measured(records, await browserOf(ada)), patience).toEqual(table([view('/sign-up/survey?step=1', 'Question 1 of 11', '')], { variant: '1 Step' }))
    })

    it('keeps the first touch over a second campaign, follows the last, and learns nothing from a direct visit', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      for (const path of ['/?utm_source=paper&utm_term=calm', '/press', '/?utm_source=search&utm_medium=organic', '/careers']) {
        await ada.open(path)
        await browserOf(ada)
        await ada.page.waitForLoadState('networkidle')
      }
      const first = { first_touch_source: 'paper', first_touch_term: 'calm' }
      const browser = await browserOf(ada)
      const touches = async () =>
        (await records.eventsOf(browser)).map(({ event_properties }) =>
          Object.fromEntries(Object.entries(event_properties).filter(([name]) => name.includes('_touch_'))),
        )
      const paper = { ...first, last_touch_source: 'paper', last_touch_term: 'calm' }
      const search = { ...first, last_touch_source: 'search', last_touch_medium: 'organic' }
      await expect.poll(touches, { timeout: 15_000 }).toEqual([paper, paper, search, search])

      await ada.open('/privacy-policy#doNotTrack')
      const section = ada.page.getByRole('region', { name: 'Where you came from' })
      await section.getByText('paper').waitFor()
      expect(await section.getByText('organic').isVisible()).toBe(true)
    })
  })
