import { routes } from '#core/model/routes.ts'

/**
 * The pages without the notice about a failing payment: the account page says the same already, and
 * the sign-in page leads on to another page.
 */
export const pagesWithoutNotice: readonly string[] = [routes.account, routes.signIn]

/** Whether the document reserves space under the header for the notice. */
export const isSpaceReserved = (): boolean => 'payment' in document.documentElement.dataset

export const reserveSpace = (isReserved: boolean): void => {
  if (isReserved) document.documentElement.dataset['payment'] = 'due'
  else delete document.documentElement.dataset['payment']
}
