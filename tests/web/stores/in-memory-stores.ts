import { stopPersisting } from 'mobx-persist-store'
import type { ShownOrder } from '#core/model/order.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import type { InMemory } from '#tests/support/memory-ports.ts'
import { AccountStore } from '#web/stores/account-store.ts'
import { AppClaimStore } from '#web/stores/app-claim-store.ts'
import { Assessments } from '#web/stores/assessment-store.ts'
import { CardStore } from '#web/stores/card-store.ts'
import { ChangeEmailStore } from '#web/stores/change-email-store.ts'
import { ChangePasswordStore } from '#web/stores/change-password-store.ts'
import { createStores } from '#web/stores/create-stores.ts'
import type { GetStore } from '#web/stores/create-stores.ts'
import { DetailsStore } from '#web/stores/details-store.ts'
import { LeaveStore } from '#web/stores/leave-store.ts'
import { MailLinkStore } from '#web/stores/mail-link-store.ts'
import { MailingStore } from '#web/stores/mailing-store.ts'
import { PaymentStore } from '#web/stores/payment-store.ts'
import { persistGlobalStore } from '#web/stores/persist-global-store.ts'
import { PlanChangeStore } from '#web/stores/plan-change-store.ts'
import { PlanStore } from '#web/stores/plan-store.ts'
import { ReauthenticateStore } from '#web/stores/reauthenticate-store.ts'
import { SecondFactorStore } from '#web/stores/second-factor-store.ts'
import { ServerClock } from '#web/stores/server-clock.ts'
import { SignInStore } from '#web/stores/sign-in-store.ts'
import { SubscriptionStore } from '#web/stores/subscription-store.ts'
import { VerifyEmailStore } from '#web/stores/verify-email-store.ts'
import { WithdrawalStore } from '#web/stores/withdrawal-store.ts'
import { YourAccountStore } from '#web/stores/your-account-store.ts'

const storesByName = (getStore: GetStore) => ({
  ...getStore(Assessments),
  account: getStore(AccountStore),
  appClaim: getStore(AppClaimStore),
  card: getStore(CardStore),
  changeEmail: getStore(ChangeEmailStore),
  changePassword: getStore(ChangePasswordStore),
  details: getStore(DetailsStore),
  leave: getStore(LeaveStore),
  mailLink: getStore(MailLinkStore),
  mailing: getStore(MailingStore),
  payment: getStore(PaymentStore),
  plan: getStore(PlanStore),
  planChange: getStore(PlanChangeStore),
  reauthenticate: getStore(ReauthenticateStore),
  secondFactor: getStore(SecondFactorStore),
  serverClock: getStore(ServerClock),
  signIn: getStore(SignInStore),
  subscription: getStore(SubscriptionStore),
  verifyEmail: getStore(VerifyEmailStore),
  withdrawal: getStore(WithdrawalStore),
  yourAccount: getStore(YourAccountStore),
})

/** A page load: stores over ports in memory. `reload` is the next load on the same device. */
export const aPageLoad = async (ports: InMemory = inMemory()) => {
  const { clock, storage, app } = ports
  const timing = { now: clock.now, sleep: clock.sleep, random: clock.random }
  const stores = createStores({ app, ports, timing, origin })
  const { global } = stores
  const hearOtherTab = await persistGlobalStore(global, storage, timing)
  global.applyInit(await app.initApp())
  return {
    ...ports,
    ...stores,
    ...storesByName(stores.getStore),
    ports,
    /** Adopts the stored state, as when another tab has written it. */
    hearOtherTab,
    reload: () => {
      stopPersisting(global)
      return aPageLoad(ports)
    },
  }
}

export type PageLoad = Awaited<ReturnType<typeof aPageLoad>>

/** The order that the page shows next to its button. */
export const shownOn = ({ global, payment: { product } }: PageLoad): ShownOrder => {
  if (product === null) throw new Error('No plan is chosen.')
  return { product, promotion: global.signUpData.stripePromotionCode, consent: someTerms }
}

export const ignore = () => {}

/** A visitor who has confirmed the preselected plan. */
export const aChoice = async () => {
  const page = await aPageLoad()
  await page.plan.load()
  await page.plan.choose(ignore)
  return page
}
