import { internalErrors } from '#core/model/internal-errors.ts'
import { emailConfirmedPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { ChangeEmailOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type ChangeOfEmailOutcome = { readonly kind: Exclude<ChangeEmailOutcome['kind'], 'no-user'> }

export type ChangeEmailInput = {
  readonly email: string
  /** Where the mail's link leads back to; null for the account. */
  readonly journey: AccountJourney | null
  /** Scheme and host of this site. */
  readonly origin: string
}

/**
 * Mails the new address; it becomes the sign-in email once that mail's link is opened. Needs a
 * current user.
 */
export const changeEmail =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async ({ email, journey, origin }: ChangeEmailInput): Promise<ChangeOfEmailOutcome> => {
    const path = journey === null ? routes.account : emailConfirmedPath(journey)
    const { kind } = await auth.changeEmail(email.trim(), origin + path)
    if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
    return { kind }
  }
