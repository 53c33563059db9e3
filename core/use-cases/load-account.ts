import type { Invoice } from '#core/model/invoice.ts'
import type { Product } from '#core/model/plan.ts'
import type { Profile } from '#core/model/profile.ts'
import type { DiagnosisPage, Subscriber } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/** What the account page shows besides what the identity provider knows. */
export type Account = {
  readonly profile: Profile
  readonly products: readonly Product[]
  readonly subscriber: Subscriber | null
  /** The invoices of the subscription in the profile, newest first. */
  readonly invoices: readonly Invoice[]
  /** The newest ones. */
  readonly diagnoses: DiagnosisPage
}

/** `known` is the profile where there is one already. */
export const loadAccount =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (known: Profile | null): Promise<Account> => {
    const profile = known ?? (await adminApi.profile())
    const [{ products, subscriber }, diagnoses, invoices] = await Promise.all([
      adminApi.offers(),
      adminApi.diagnoses(),
      profile.subscription ? adminApi.invoices(profile.subscription.id) : [],
    ])
    return { profile, products, subscriber, invoices, diagnoses }
  }
