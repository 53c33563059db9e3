import type { AuthUser } from '#core/ports/auth.ts'
import type { SignUpData, UserData } from './persisted-state.ts'
import type { Profile } from './profile.ts'

export const rememberProfile = ({ id }: AuthUser, profile: Profile, now: Date): UserData => ({
  profile,
  userId: id,
  lastUpdatedTimestamp: now.getTime(),
})

/** The cached profile serves while the server is unavailable, but only its own user. */
export const rememberedProfile = (
  { profile, userId }: UserData,
  { id }: AuthUser,
): Profile | null => (userId === id ? profile : null)

type Known = {
  readonly signUp: SignUpData
  readonly profile: Profile | null
  readonly user: Pick<AuthUser, 'email'> | null
}

/** The visitor's personal words, which must not be in an error report. */
export const personalWords = ({ signUp, profile, user }: Known): readonly string[] => {
  const { firstName, lastName, email, phone } = profile ?? {}
  const typed = Object.values(signUp.drafts).flatMap((draft) => Object.values(draft))
  return [firstName, lastName, email, phone, user?.email, signUp.billingEmail, ...typed].filter(
    (word) => typeof word === 'string',
  )
}
