import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

export const describeResuming = (world: () => World) =>
  describe('continuing where the visitor left off', () => {
    const signIn = async (visitor: Visitor, { email, password }: Visitor) => {
      await visitor.open('/sign-in')
      await visitor.page.getByLabel('Email').fill(email)
      await visitor.page.getByLabel('Password', { exact: true }).fill(password)
      await visitor.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await eventually(() => expect(visitor.path()).not.toBe('/sign-in'))
    }

    const offered = (visitor: Visitor) =>
      visitor.page.getByRole('link', { name: /^Continue(:| where)/ })

    it('is offered at the start of the sign-up', async () => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      await ada.open('/sign-up/survey')
      await ada.at(/step=result/)
      await offered(ada).click()
      await ada.at('/sign-up/choose-subscription-plan')
      await eventually(async () => expect(await ada.heading()).toBe('Your first three weeks'))
    })

    it('leads back into the quick sign-up and into the assessment', async () => {
      const ada = await world().visitor()
      await ada.open('/enroll/payment')
      await ada.page.getByLabel('Billing email').fill(ada.email)
      await ada.open('/')
      await offered(ada).click()
      await ada.at('/enroll/payment')
      await eventually(async () =>
        expect(await ada.page.getByLabel('Billing email').inputValue()).toBe(ada.email),
      )

      const grace = await world().visitor({ reached: 'money-belief' })
      await grace.open('/assessment/survey')
      await grace.at(/step=result/)
      await grace.open('/')
      await offered(grace).click()
      await grace.at(/\/assessment\/money-belief$|\/assessment\/money-belief\?/)
    })

    it('works on another device, based on what the server has stored', async () => {
      const { records, visitor } = world()
      const desk = await visitor({ reached: 'create-account' })
      await desk.goToPayment()
      await eventually(async () =>
        expect(
          (await records.profile(desk.email, desk.password)).diagnoses.moneyBelief,
        ).not.toBeNull(),
      )

      const phone = await visitor({ width: 360 })
      await signIn(phone, desk)
      await phone.open('/')
      await offered(phone).click()
      await phone.at('/sign-up/choose-subscription-plan')
      await phone.open('/sign-up/money-belief-result')
      await phone.page.getByRole('heading', { name: / speaks? | stands out/ }).waitFor()

      await desk.fillCard()
      await desk.press('Start 14 free days')
      await desk.at('/sign-up/personal-details')
      await phone.open('/sign-up/survey')
      await phone.at('/sign-up/personal-details')
      await phone.fillDetails()
      await phone.press('Continue')
      await phone.at('/sign-up/download-app')

      await desk.page.reload()
      await desk.at('/sign-up/personal-details')
      await eventually(async () =>
        expect(await desk.page.getByLabel('First name').inputValue()).toBe('Ada'),
      )
      const tablet = await visitor({ width: 1024 })
      await signIn(tablet, desk)
      await tablet.open('/')
      await tablet.page.waitForLoadState('networkidle')
      expect(await offered(tablet).count()).toBe(0)
    })
  })
