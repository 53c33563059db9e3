import { reaction } from 'mobx'
import { uncountedAccount } from '#core/model/after-sign-up.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { GlobalStore } from '../stores/global-store.ts'

/** From now on, tracks `account_created` once the profile that the sign-up missed is fetched. */
export const trackLateAccounts = ({
  global,
  track,
}: {
  readonly global: GlobalStore
  readonly track: AnalyticsPort['track']
}): void => {
  reaction(
    () => uncountedAccount(global.journeyState),
    (journey) => {
      if (journey === null) return
      global.changeSignUpData({ uncountedAccount: null })
      track({ name: 'account_created', properties: { journey } })
    },
    { fireImmediately: true },
  )
}
