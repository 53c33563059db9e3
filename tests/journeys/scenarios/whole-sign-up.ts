import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { eventually } from '../support/eventually.ts'
import { browserOf } from '../support/measured.ts'
import { signUpWhole } from '../support/way-through.ts'
import type { World } from '../support/world.ts'

export const describeWholeSignUp = (world: () => World) =>
  describe('signing up', () => {
    it.each([
      { variant: '1 Step', width: 360 },
      { variant: '3 Steps', width: 1280 },
      { variant: '3 Steps', width: 360 },
      { variant: '1 Step', width: 1280 },
    ] as const)(
      'leads from the home page to a trial that all services agree on ($variant, $width wide)',
      async ({ variant, width }) => {
        const { records, visitor } = world()
        const ada = await visitor({ variant, width })
        const { email, password } = ada
        await ada.open('/')
        await signUpWhole(ada, records, variant)

        const profile = await records.profile(email, password)
        const [paid, ...more] = await records.subscriptions(email)
        expect(more).toEqual([])
        expect(profile).toMatchObject({
          firstName: 'Ada',
          lastName: 'Lovelace',
          birthYear: 1985,
          emailVerified: true,
        })
        expect(profile.subscription).toMatchObject({
          status: 'trialing',
          productId: 'annual',
          discount: { code: 'WELCOME20' },
        })
        expect(paid?.status).toBe('trialing')
        expect(Date.parse(profile.subscription?.trialEnd ?? '')).toBe((paid?.trialEnd ?? 0) * 1000)
        expect(profile.diagnoses.survey?.result.kind).toBe('survey')
        expect(profile.diagnoses.moneyBelief?.result.kind).toBe('money_belief')

        const stored = await ada.stored()
        const everything = JSON.stringify(stored)
        expect(everything).not.toContain(password)
        expect(everything).not.toMatch(/4242 ?4242/)
        const ours = Object.entries(stored).filter(([key]) => !key.startsWith('firebase:'))
        expect(JSON.stringify(ours)).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
        expect(stored[PERSISTED_STATE]).toBeDefined()
      },
    )

    it('sends one page view for each page and each step of the survey', async () => {
      const { records, visitor } = world()
      const ada = await visitor()
      await ada.open('/')
      await ada.page.waitForLoadState('networkidle')
      const browser = await browserOf(ada)
      await ada.page
        .getByRole('main')
        .getByRole('link', { name: 'Start the check-up' })
        .first()
        .click()
      await ada.answerSurvey()
      await ada.press('Continue')
      await ada.at(/money-belief/)
      const expected = [
        '/',
        ...Array.from({ length: 11 }, (_, index) => `/sign-up/survey?step=${index + 1}`),
        '/sign-up/survey?step=result',
        '/sign-up/money-belief',
      ]
      await eventually(async () => {
        const views = (await records.eventsOf(browser)).filter(
          ({ name }) => name === 'web_page_viewed',
        )
        expect(views.map(({ properties }) => properties['path'])).toEqual(expected)
      })
    })

    it('sends a subscriber who opens any other step to the first unfinished one', async () => {
      const ada = await world().visitor({ reached: 'create-account' })
      await ada.goToPayment()
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
      for (const path of [
        'survey',
        'choose-subscription-plan',
        'create-account',
        'payment',
        'download-app',
      ]) {
        await ada.open(`/sign-up/${path}`)
        await ada.at('/sign-up/personal-details')
      }
      expect(ada.path()).toBe('/sign-up/personal-details')
    })
  })
