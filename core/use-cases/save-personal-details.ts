import type { ProfileChanges } from '#core/model/profile.ts'
import type { UpdateProfileOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Ages the product serves, in years. */
const AGE = { min: 18, max: 120 } as const
export const NAME_MAXIMUM = 50

export const birthYears = (now: Date): { min: number; max: number } => ({
  min: now.getUTCFullYear() - AGE.max,
  max: now.getUTCFullYear() - AGE.min,
})

export const savePersonalDetails =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (changes: ProfileChanges): Promise<UpdateProfileOutcome> =>
    adminApi.updateProfile(changes)
