import { tolerateOutage } from '#core/model/failures.ts'
import type { DeleteAccountOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Ends the subscription, deletes the profile and the identity provider's user, and signs out.
 * `whenDeleted` runs before the sign-out, which other tabs notice immediately.
 */
export const deleteAccount =
  ({ adminApi, auth }: Pick<Ports, 'adminApi' | 'auth'>) =>
  async (whenDeleted: () => void = () => {}): Promise<DeleteAccountOutcome> => {
    const outcome = await adminApi.deleteAccount()
    switch (outcome.kind) {
      case 'deleted':
        whenDeleted()
        // The account is gone either way: its session cannot outlive it.
        await tolerateOutage(() => auth.signOut())
        return outcome
      case 'recent-login-required':
        return outcome
    }
  }
