import { routes } from '#core/model/routes.ts'

/** The id of the place under the header for the notice about a failing payment. */
export const PAYMENT_NOTICE = 'payment-notice'

/** Everywhere but on the account page, which says the same itself, and where somebody signs in. */
export const hasPaymentNotice = (path: string): boolean =>
  path !== routes.account && path !== routes.signIn
