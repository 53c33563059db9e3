import type { Profile } from '#core/model/profile.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { emailConfirmedPath } from '#core/model/journeys.ts'
import { normalPassword } from '#core/model/password-rules.ts'
import type { AuthUser, CreateAccountOutcome, Credentials } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'
import { tolerateOutage } from '#core/model/failures.ts'
import { isEasyToGuess } from './support/is-easy-to-guess.ts'
import { isPerson } from './support/is-person.ts'

export type SignUpInput = Credentials & {
  readonly journey: AccountJourney
  /** Scheme and host the verification mail leads back to, such as `https://evenkeel.example`. */
  readonly origin: string
}

export type SignUpOutcome =
  | {
      readonly kind: 'signed-up'
      readonly user: AuthUser
      /** Null when the admin API could not be reached, although the account exists. */
      readonly profile: Profile | null
      /** Whether the verification mail is on its way; if not, verify-email offers to send it. */
      readonly isMailSent: boolean
    }
  | Exclude<CreateAccountOutcome, { kind: 'created' }>
  /** `check-failed`: the check could not confirm that a person is asking. */
  | { readonly kind: 'check-failed' | 'common-password' }

/** Creates the account, then requests its profile and the verification mail. */
export const signUp =
  ({
    auth,
    passwords,
    adminApi,
    analytics,
  }: Pick<Ports, 'auth' | 'passwords' | 'adminApi' | 'analytics'>) =>
  async ({ email, password, journey, origin }: SignUpInput): Promise<SignUpOutcome> => {
    if (await isEasyToGuess(passwords, password)) return { kind: 'common-password' }
    if (!(await isPerson(auth))) return { kind: 'check-failed' }
    const outcome = await auth.createAccount({
      email: email.trim(),
      password: normalPassword(password),
    })
    if (outcome.kind !== 'created') return outcome
    analytics.track({ name: 'user_account_created', properties: { method: 'password', journey } })
    const [profile, mail] = await Promise.all([
      tolerateOutage(() => adminApi.profile()),
      tolerateOutage(() => auth.sendEmailVerification(origin + emailConfirmedPath(journey))),
    ])
    if (profile) analytics.track({ name: 'account_created', properties: { journey } })
    return { kind: 'signed-up', user: outcome.user, profile, isMailSent: mail?.kind === 'sent' }
  }
