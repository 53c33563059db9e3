import type { AuthUser } from '#core/ports/auth.ts'
import type { SignUpData, UserData } from './persisted-state.ts'
import type { Profile } from './profile.ts'

export const rememberProfile = ({ id }: AuthUser, profile: Profile, now: Date): UserData => ({
  profile,
  userId: id,
  lastUpdatedTimestamp: now.getTime(),
})

/** The cached profile, for when the server is unavailable; null if it is another user's. */
export const rememberedProfile = (
  { profile, userId }: UserData,
  { id }: AuthUser,
): Profile | null => (userId === id ? profile : null)

/** The data to use once another tab has stored `theirs`: for the same user, the newer. */
export const newerUserData = (own: UserData, theirs: UserData): UserData =>
  own.userId === theirs.userId &&
  (own.lastUpdatedTimestamp ?? 0) >= (theirs.lastUpdatedTimestamp ?? 0)
    ? own
    : theirs

/** The user and their profile as another tab stored them; null when it stored none of this user. */
export const storedUser = (
  userData: UserData,
  user: AuthUser,
): { readonly user: AuthUser; readonly profile: Profile } | null => {
  const profile = rememberedProfile(userData, user)
  if (profile === null) return null
  const { email, emailVerified } = profile
  return { user: { ...user, email, emailVerified }, profile }
}

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
