import { defaultFeatures, resolveFeatures } from '#core/model/feature-flags.ts'
import type { FeatureSettings } from '#core/model/feature-flags.ts'

const built: FeatureSettings =
  typeof EVENKEEL_FEATURES === 'undefined'
    ? defaultFeatures
    : (JSON.parse(EVENKEEL_FEATURES) as FeatureSettings)

const isBrowser = typeof window !== 'undefined'
const search = isBrowser ? window.location.search : ''

/**
 * The URL the page was opened with, which may have changed by the time it is read. `features` are
 * the build's after the URL's switches. (Nothing here may be called `flags`: the compiler takes
 * that for the one of regular expressions.)
 */
export const landing: {
  readonly search: string
  readonly referrer: string
  readonly features: FeatureSettings
} = {
  search,
  referrer: isBrowser ? document.referrer : '',
  features: resolveFeatures(search, built),
}
