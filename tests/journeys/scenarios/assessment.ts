import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'

export const describeAssessment = (world: () => World) =>
  describe('the standalone assessment', () => {
    it.each([
      { variant: '1 Step', width: 360 },
      { variant: '3 Steps', width: 1280 },
    ] as const)(
      'ends with the result and an invitation that carries the answers over ($variant)',
      async ({ variant, width }) => {
        const { records, visitor } = world()
        const ada = await visitor({ variant, width })
        const { page, press, at } = ada
        await ada.open('/')
        await page
          .getByRole('main')
          .getByRole('link', { name: 'Find yours without signing up' })
          .click()
        await ada.answerSurvey()
        await page.getByText('out of 100', { exact: true }).waitFor()
        const score = await page.getByText(/^\d+$/).first().innerText()
        await press('Continue')
        await ada.answerBeliefs()
        if (variant === '3 Steps') {
          await at('/assessment/money-belief-overview')
          await press('How beliefs show up')
          await at('/assessment/money-belief-behavior')
          await press('See what to do')
          await at('/assessment/money-belief-manage')
        } else await at('/assessment/money-belief-result')
        await page.getByRole('heading', { name: 'Carry on from here' }).waitFor()
        await press('Continue to sign-up')

        await at('/sign-up/choose-subscription-plan')
        await press('Choose Annual')
        await at('/sign-up/create-account')
        await ada.createAccount()
        await at('/sign-up/verify-email')
        await eventually(async () => {
          const { diagnoses } = await records.profile(ada.email, ada.password)
          expect(diagnoses.survey?.result).toMatchObject({ kind: 'survey', score: Number(score) })
          expect(diagnoses.moneyBelief?.result.kind).toBe('money_belief')
        })
      },
    )

    it.each([
      ['nothing', 'money-belief', /\/assessment\/survey/],
      ['nothing', 'money-belief-result', /\/assessment\/survey/],
      ['money-belief', 'money-belief-manage', /\/assessment\/money-belief(\?|$)/],
      ['choose-subscription-plan', 'money-belief-overview', /\/assessment\/money-belief-result$/],
      ['choose-subscription-plan', 'survey?step=4', /\/assessment\/survey\?step=4$/],
    ] as const)(
      'sends a visitor who has reached %s and opens %s to a step available to them',
      async (reached, opened, where) => {
        const ada = await world().visitor({ reached })
        await ada.open(`/assessment/${opened}`)
        await ada.at(where)
        expect(ada.path()).toMatch(where)
      },
    )

    it('can be taken again, and keeps each result of a user', async () => {
      const { records } = world()
      const ada = await world().visitor({ reached: 'create-account' })
      await ada.open('/sign-up/create-account')
      await ada.createAccount()
      await ada.at('/sign-up/verify-email')
      await ada.open('/assessment/money-belief-result')
      await ada.press('Retake the check-up')
      await ada.at('/assessment/survey')
      await eventually(() => expect(ada.path()).toBe('/assessment/survey?step=1'))
      const radios = ada.page.getByRole('main').getByRole('radio')
      await ada.page.getByText('Your last answers are filled in.').waitFor()
      expect(await radios.nth(1).isChecked()).toBe(true)
      await ada.choose(2)
      await ada.at(/step=2/)
      await ada.answerSurvey()
      await ada.page.getByText('out of 100', { exact: true }).waitFor()
      const authorization = {
        Authorization: `Bearer ${await records.idToken(ada.email, ada.password)}`,
      }
      await eventually(async () => {
        const all = await records.ask<{ kind: string }[]>('coaching/diagnosis', {
          headers: authorization,
        })
        expect(all.filter(({ kind }) => kind === 'survey')).toHaveLength(2)
      })
      await ada.press('Go to your account')
      await ada.at('/account')
      await ada.page.goBack()
      await ada.press('Retake the check-up')
      await ada.at(/\/assessment\/survey\?step=1$/)
      expect(await radios.nth(2).isChecked()).toBe(true)
      await ada.press('Start from scratch')
      await eventually(async () => expect(await radios.nth(2).isChecked()).toBe(false))
    })
  })
