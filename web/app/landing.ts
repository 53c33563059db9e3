import { defaultFeatures, resolveFlags } from '#core/model/feature-flags.ts'
import type { FeatureFlags, FeatureSettings } from '#core/model/feature-flags.ts'

const built: FeatureSettings =
  typeof EVENKEEL_FEATURES === 'undefined' ? defaultFeatures : (JSON.parse(EVENKEEL_FEATURES) as FeatureSettings)

const isBrowser = typeof window !== 'undefined'

/** What the page was opened with: by the time someone asks, the address may be another. */
export const landing: {
  readonly search: string
  readonly referrer: string
  /** What the site was built with. */
  readonly features: FeatureSettings
  /** The same after the URL's switches. */
  readonly flags: FeatureFlags
} = {
  search: isBrowser ? window.location.search : '',
  referrer: isBrowser ? document.referrer : '',
  features: built,
  flags: resolveFlags(isBrowser ? window.location.search : '', built),
}
