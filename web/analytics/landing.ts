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
 * those of the build with the URL's switches applied. (Nothing here may be called `flags`: the
 * compiler confuses it with the `flags` of regular expressions.)
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
