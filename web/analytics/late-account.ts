import { reaction } from 'mobx'
import { uncountedAccount } from '#core/model/after-sign-up.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'
import type { GlobalStore } from '../stores/global-store.ts'

/** Tracks `account_created` once a profile that could not be fetched at sign-up has loaded. */
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
