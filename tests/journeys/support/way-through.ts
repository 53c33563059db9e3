import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { Records } from './records.ts'
import type { Visitor } from './visitor.ts'

/** From the first screen of the money-belief result to its last. */
export const readBeliefs = async (
  { press, at }: Visitor,
  journey: JourneyName,
  variant: MoneyBeliefResultVariant,
) => {
  if (variant === '1 Step') return at(`/${journey}/money-belief-result`)
  await at(`/${journey}/money-belief-overview`)
  await press('How beliefs show up')
  await at(`/${journey}/money-belief-behavior`)
  await press('See what to do')
  return at(`/${journey}/money-belief-manage`)
}

/** From the home page to the app, with the annual plan and a promotion code. */
export const signUpWhole = async (
  visitor: Visitor,
  records: Records,
  variant: MoneyBeliefResultVariant,
) => {
  const { page, press, at } = visitor
  await page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first().click()
  await visitor.answerSurvey()
  await page.getByText('out of 100', { exact: true }).waitFor()
  await press('Continue')
  await visitor.answerBeliefs()
  await readBeliefs(visitor, 'sign-up', variant)
  await press('See the plans')

  await at('/sign-up/choose-subscription-plan')
  await page.getByText('Have a code?').click()
  await page.getByLabel(/^Promotion code/).fill('WELCOME20')
  await press('Apply')
  await page.getByText('20% off your first charge').waitFor()
  await press('Choose Annual')

  await at('/sign-up/create-account')
  await visitor.createAccount()
  await at('/sign-up/verify-email')
  await records.confirmEmail(visitor.email)

  await at('/sign-up/payment')
  await visitor.fillCard()
  await press('Start 14 free days')

  await at('/sign-up/personal-details')
  await page
    .getByRole('heading', { name: /^You’re in\. \$0\.00 today, \$71\.99 on \d+\s\w+\.$/ })
    .waitFor()
  await visitor.fillDetails()
  await press('Continue')

  await at('/sign-up/download-app')
  await page.getByRole('heading', { name: 'Welcome aboard, Ada' }).waitFor()
}
