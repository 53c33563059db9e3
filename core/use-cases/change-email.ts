import { internalErrors } from '#core/model/messages.ts'
import { emailConfirmedPath } from '#core/model/journeys.ts'
import type { ChangeEmailOutcome } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type ChangeOfEmailOutcome = { readonly kind: Exclude<ChangeEmailOutcome['kind'], 'no-user'> }

/** Mails the new address; it becomes the sign-in email once that mail's link is opened. Needs a current user. */
export const changeEmail =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (input: { email: string; journey: 'sign-up' | 'enroll'; origin: string }): Promise<ChangeOfEmailOutcome> => {
    const { kind } = await auth.changeEmail(input.email.trim(), input.origin + emailConfirmedPath(input.journey))
    if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
    return { kind }
  }
