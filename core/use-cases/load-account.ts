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
  /** The first page. */
  readonly diagnoses: DiagnosisPage
}

export const loadAccount =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (): Promise<Account> => {
    const invoicesOf = async ({ subscription }: Profile) =>
      subscription ? adminApi.invoices(subscription.id) : []
    const asked = adminApi.profile()
    const [profile, { products, subscriber }, diagnoses, invoices] = await Promise.all([
      asked,
      adminApi.offers(),
      adminApi.diagnoses(),
      asked.then(invoicesOf),
    ])
    return { profile, products, subscriber, invoices, diagnoses }
  }
