import { internalErrors } from '#core/model/internal-errors.ts'
import { toE164 } from '#core/model/phone.ts'
import type {
  EnrolOutcome,
  RemoveSecondFactorOutcome,
  SecondFactor,
  SendEnrolmentCodeOutcome,
} from '#core/ports/auth-second-factor.ts'
import type { Ports } from '#core/ports/ports.ts'

type SignedIn<Outcome extends { readonly kind: string }> = {
  readonly kind: Exclude<Outcome['kind'], 'no-user'>
}

const requireUser = <Kind extends string>(
  kind: Kind,
): { readonly kind: Exclude<Kind, 'no-user'> } => {
  if (kind === 'no-user') throw new Error(internalErrors.userNotFound)
  return { kind: kind as Exclude<Kind, 'no-user'> }
}

/** The phones that signing in asks for a code from. */
export const listSecondFactors =
  ({ auth }: Pick<Ports, 'auth'>) =>
  (): Promise<readonly SecondFactor[]> =>
    auth.secondFactors()

/** Texts a code to a phone that is to become the second factor. `phone` as people write it, with its country code. */
export const sendEnrolmentCode =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (phone: string): Promise<SignedIn<SendEnrolmentCodeOutcome>> => {
    await auth.setUpVerifier()
    return requireUser((await auth.sendEnrolmentCode(toE164(phone))).kind)
  }

/** Makes the phone the second factor by the code that was sent there. */
export const enrolSecondFactor =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (code: string): Promise<SignedIn<EnrolOutcome>> =>
    requireUser((await auth.enrol(code.trim())).kind)

export const removeSecondFactor =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async (id: string): Promise<SignedIn<RemoveSecondFactorOutcome>> =>
    requireUser((await auth.removeSecondFactor(id)).kind)
