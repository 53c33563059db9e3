import { toE164 } from '#core/model/phone.ts'
import type { EnrolOutcome, SendEnrolmentCodeOutcome } from '#core/ports/auth-second-factor.ts'
import type { Ports } from '#core/ports/ports.ts'
import { requireUser } from './support/require-user.ts'
import type { SignedIn } from './support/require-user.ts'

/**
 * Texts a code to a phone that is to become the second factor. `phone` as people write it, with its
 * country code.
 */
export const sendEnrolmentCode =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (phone: string): Promise<SignedIn<SendEnrolmentCodeOutcome>> => {
    await auth.setUpVerifier()
    return requireUser((await auth.sendEnrolmentCode(toE164(phone))).kind)
  }

/** Makes the phone the second factor, given the code that was sent to it. */
export const enrolSecondFactor =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (code: string): Promise<SignedIn<EnrolOutcome>> =>
    requireUser((await auth.enrol(code.trim())).kind)
