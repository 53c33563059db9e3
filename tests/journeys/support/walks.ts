import { answerAll } from './answering.ts'
import { freshCardNumber } from './fresh-card.ts'
import { cardFrameOf } from './hands.ts'
import type { Hands } from './hands.ts'
import type { Records } from './records.ts'
import type { Visitor } from './visitor.ts'

/** A visitor, how they act, and the records of the services. */
export type Walker = {
  readonly visitor: Visitor
  readonly hands: Hands
  readonly records: Records
  /** How much they agree with the statements, from 0, in turn; always 1 by default. */
  readonly agreement?: readonly number[]
}

const button = ({ visitor }: Walker, name: string) =>
  visitor.page.getByRole('main').getByRole('button', { name })

const takeAssessment = async (walker: Walker, prefix: string) => {
  const { visitor, hands, agreement } = walker
  const { page } = visitor
  await visitor.at(new RegExp(`^${prefix}/survey`))
  await answerAll(page, hands)
  await hands.use(button(walker, 'Continue'))
  await visitor.at(new RegExp(`^${prefix}/money-belief(\\?|$)`))
  await answerAll(page, hands, { places: agreement })
  await visitor.at(new RegExp(`^${prefix}/money-belief-(result|overview)$`))
  if (page.url().endsWith('-result')) return
  await hands.use(button(walker, 'How beliefs show up'))
  await visitor.at(`${prefix}/money-belief-behavior`)
  await hands.use(button(walker, 'See what to do'))
  await visitor.at(`${prefix}/money-belief-manage`)
}

const giveCard = async ({ visitor, hands }: Walker) => {
  const frame = await cardFrameOf(visitor.page)
  await hands.type(frame.getByLabel('Card number'), freshCardNumber())
  await hands.type(frame.getByLabel(/Expir/), '1234')
  await hands.type(frame.getByLabel(/Security code/), '123')
}

/** Also confirms the email. */
const createAccount = async ({ visitor, hands, records }: Walker, prefix: string) => {
  const { page, at, email, password } = visitor
  await at(`${prefix}/create-account`)
  await hands.type(page.getByLabel('Email', { exact: true }), email)
  await hands.type(page.getByLabel('Password', { exact: true }), password)
  await hands.check(page.getByRole('checkbox'))
  await hands.submit(page.getByRole('button', { name: /^(Create account|Start )/ }))
  await at(`${prefix}/verify-email`)
  await records.confirmEmail(email)
}

/** From the home page to the app. */
const walkSignUp = async (walker: Walker) => {
  const { visitor, hands } = walker
  const { page, at } = visitor
  await visitor.open('/')
  await hands.use(page.getByRole('main').getByRole('link', { name: 'Start the check-up' }).first())
  await takeAssessment(walker, '/sign-up')
  await hands.use(button(walker, 'See the plans'))
  await at('/sign-up/choose-subscription-plan')
  await hands.choose(page.getByRole('main').getByRole('radio'), 1)
  await hands.use(button(walker, 'Choose Monthly'))
  await createAccount(walker, '/sign-up')
  await at('/sign-up/payment')
  await giveCard(walker)
  await hands.use(button(walker, 'Start 7 free days'))
  await at('/sign-up/personal-details')
  await hands.type(page.getByLabel('First name'), 'Ada')
  await hands.type(page.getByLabel('Last name'), 'Lovelace')
  await hands.type(page.getByLabel('Year of birth'), '1985')
  await hands.submit(button(walker, 'Continue'))
  await at('/sign-up/download-app')
  await page.getByRole('heading', { name: 'Welcome aboard, Ada' }).waitFor()
}

/** From the home page to the app, the card first. */
const walkEnroll = async (walker: Walker) => {
  const { visitor, hands } = walker
  const { page, at, email } = visitor
  await visitor.open('/')
  await hands.use(page.getByRole('link', { name: 'Start with Monthly' }))
  await at('/enroll/payment')
  const plans = page.getByRole('main').getByRole('radio')
  await page.waitForFunction(
    () => [...document.querySelectorAll<HTMLInputElement>('main input[type=radio]')][1]?.checked,
  )
  await hands.choose(plans, 0)
  await hands.use(page.getByText('Have a code?'))
  await hands.type(page.getByLabel(/^Promotion code/), 'WELCOME20')
  await hands.use(button(walker, 'Apply'))
  await page.getByText('20% off your first charge').first().waitFor()
  await hands.type(page.getByLabel('Billing email'), email)
  await giveCard(walker)
  await hands.use(button(walker, 'Save card and continue'))
  await createAccount(walker, '/enroll')
  await at('/enroll/download-app')
  await page.getByRole('heading', { name: 'Welcome aboard' }).waitFor()
}

/** From the home page to the result and on into the sign-up. */
const walkAssessment = async (walker: Walker) => {
  const { visitor, hands } = walker
  const { page } = visitor
  await visitor.open('/')
  await hands.use(
    page.getByRole('main').getByRole('link', { name: 'Find yours without signing up' }),
  )
  await takeAssessment(walker, '/assessment')
  await hands.use(button(walker, 'Continue to sign-up'))
  await visitor.at('/sign-up/choose-subscription-plan')
  await page.getByRole('heading', { name: 'Your first three weeks' }).waitFor()
}

export const walks = {
  'sign-up': walkSignUp,
  enroll: walkEnroll,
  assessment: walkAssessment,
} as const
