import assert from 'node:assert/strict'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import { aState } from '#tests/journeys/support/a-state.ts'
import type { ProductUrls } from '#tests/journeys/support/product.ts'
import type { Records } from '#tests/journeys/support/records.ts'
import { makeSubscriber } from '#tests/journeys/support/subscriber.ts'
import { readStored, storeEntry } from '#tests/support/stored-state.ts'
import type { Browser } from './browser.ts'
import { createPerson } from './person.ts'
import type { Person } from './person.ts'

type Setting = {
  readonly browser: Browser
  readonly urls: ProductUrls
  readonly records: Records
  readonly email: string
}

const password = 'Sailing-42'

/** Somebody on the home page who has been here before but has not answered anything. */
const arrive = async (
  { browser, urls, records }: Setting,
  variant: MoneyBeliefResultVariant,
): Promise<Person> => {
  await browser.open(`${urls.site}/robots.txt`)
  await browser.ask(storeEntry, PERSISTED_STATE, await aState(records, 'nothing', variant))
  await browser.open(urls.site)
  return createPerson(browser)
}

const createAccount = async (
  { fill, tick, press }: Person,
  email: string,
  label = 'Create account',
) => {
  await fill('Email', email)
  await fill('Password', password)
  await tick()
  await press(label)
}

const giveDetails = async ({ fill }: Person) => {
  await fill('First name', 'Ada')
  await fill('Last name', 'Lovelace')
  await fill('Year of birth', '1985')
}

const readBeliefs = async ({ at, press }: Person, variant: MoneyBeliefResultVariant) => {
  if (variant === '1 Step') return at('/sign-up/money-belief-result')
  await at('/sign-up/money-belief-overview')
  await press('How beliefs show up')
  await at('/sign-up/money-belief-behavior')
  await press('See what to do')
  return at('/sign-up/money-belief-manage')
}

const signUp = (variant: MoneyBeliefResultVariant) => async (setting: Setting) => {
  const { records, email } = setting
  const ada = await arrive(setting, variant)
  const { at, sees, press, fill } = ada
  await ada.follow('Start the check-up')
  await at('/sign-up/survey')
  await ada.answerUntil((path) => path.includes('result'))
  // A pause is shown before the result, at its URL.
  await press('See your result')
  await sees('out of 100')
  await press('Continue')
  await at('/sign-up/money-belief')
  await ada.answerUntil((path) => !/\/money-belief(?:\?|$)/.test(path))
  await readBeliefs(ada, variant)
  await press('See the plans')
  await at('/sign-up/choose-subscription-plan')
  await ada.unfold('Have a code?')
  await fill('Promotion code', 'WELCOME20')
  await press('Apply')
  await sees('20% off your first charge')
  await press('Choose Annual')
  await at('/sign-up/create-account')
  await createAccount(ada, email)
  await at('/sign-up/verify-email')
  await records.confirmEmail(email)
  await at('/sign-up/payment')
  await ada.fillCard()
  await press('Start 14 free days')
  await at('/sign-up/personal-details')
  await giveDetails(ada)
  await press('Continue')
  await at('/sign-up/download-app')
  await sees('Welcome aboard, Ada')
  const { firstName, birthYear, subscription } = await records.profile(email, password)
  assert.deepEqual(
    [firstName, birthYear, subscription?.productId, subscription?.discount?.code],
    ['Ada', 1985, 'annual', 'WELCOME20'],
  )
}

const quickSignUp = async (setting: Setting) => {
  const { records, email } = setting
  const ada = await arrive(setting, '1 Step')
  const { at, press } = ada
  await ada.follow('Start with Monthly')
  await at('/enroll/payment')
  await ada.fill('Billing email', email)
  await ada.fillCard()
  await press('Save card and continue')
  await at('/enroll/create-account')
  await createAccount(ada, email, 'Start 7 free days')
  await at('/enroll/verify-email')
  await records.confirmEmail(email)
  await at('/enroll/download-app')
  await ada.sees('Welcome aboard')
  const { subscription } = await records.profile(email, password)
  assert.deepEqual([subscription?.status, subscription?.productId], ['trialing', 'monthly'])
}

const account = async (setting: Setting) => {
  const { browser, urls, records, email } = setting
  await makeSubscriber(urls, records, { email, password })
  const ada = await arrive(setting, '1 Step')
  const { at, sees, press, fill } = ada
  await ada.follow('Sign in', '//header')
  await at('/sign-in')
  await fill('Email', email)
  await fill('Password', password)
  await press('Sign in', '//main')
  await at('/account')
  await sees(`Signed in as ${email}`)
  await sees('Free until')
  await press('Edit your details')
  await giveDetails(ada)
  await press('Save')
  await sees('Ada Lovelace')
  await press('Cancel the plan')
  await press('Cancel the plan', '//dialog')
  await sees('Yours until')
  const { lastName, subscription } = await records.profile(email, password)
  assert.deepEqual([lastName, subscription?.cancelAtPeriodEnd], ['Lovelace', true])
  await press('Sign out')
  await at('/')
  await ada.follow('Sign in', '//header')
  await at('/sign-in')
  const stored = JSON.stringify(await browser.ask(readStored))
  assert.ok(!stored.includes(email), 'The browser still holds the address after signing out')
}

/** Checks that this proof can fail: elements that a visitor cannot press are not pressed. */
const cannotBePressed = async ({ browser }: Setting) => {
  const page = `<button disabled>Off</button><p style="position:relative"><button>Under</button>
    <span style="position:absolute;inset:0;background:red"></span></p><div inert><button>Inert</button></div><button>On</button>`
  await browser.open(`data:text/html,${encodeURIComponent(page)}`)
  const { press } = createPerson(browser, 500)
  await press('On')
  for (const name of ['Off', 'Under', 'Inert', 'Missing'])
    await assert.rejects(press(name), /a click on/, `It pressed “${name}”`)
}

export const journeys: Readonly<Record<string, (setting: Setting) => Promise<void>>> = {
  'presses only what can be pressed': cannotBePressed,
  'sign-up (1 Step)': signUp('1 Step'),
  'sign-up (3 Steps)': signUp('3 Steps'),
  'quick sign-up': quickSignUp,
  account,
}
