import { makeSubscriber } from '../support/subscriber.ts'
import type { Visitor, VisitorOptions } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

/** Signs in on the page that asks for it. */
export const signIn = async ({ page }: Visitor, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** A subscriber who has just signed in and looks at their account, with a result of each kind. */
export const atAccount = async (
  { urls, records, visitor }: World,
  options: VisitorOptions = {},
): Promise<Visitor> => {
  const ada = await visitor({ reached: 'create-account', ...options })
  await makeSubscriber(urls, records, ada)
  await ada.open('/sign-in')
  await signIn(ada, ada.email, ada.password)
  await ada.at('/account')
  await ada.page.getByText(/^Free until/).waitFor()
  return ada
}

/** Enters the password in the dialog that asks for it. */
export const confirmPassword = async ({ page }: Visitor, password: string) => {
  const modal = page.getByRole('dialog', { name: 'Please enter your password to continue' })
  await modal.getByLabel('Your current password').fill(password)
  await modal.getByRole('button', { name: 'Continue' }).click()
}

/** Waits until a part of the account page shows the text. */
export const partSays = ({ page }: Pick<Visitor, 'page'>, part: string, text: string | RegExp) =>
  page.getByRole('region', { name: part, exact: true }).getByText(text).first().waitFor()
