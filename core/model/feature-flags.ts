export type FeatureFlags = {
  readonly tracking: boolean
  readonly verification: boolean
  readonly staticMode: boolean
}

/**
 * A build's settings: its flags, and whether `FEATURE_<flag>=true|false` in the URL may override
 * them.
 */
export type FeatureSettings = FeatureFlags & { readonly toggleByUrl: boolean }

export const defaultFlags: FeatureFlags = { tracking: true, verification: true, staticMode: true }
export const defaultFeatures: FeatureSettings = { ...defaultFlags, toggleByUrl: false }

const variables: Readonly<Record<keyof FeatureSettings, string>> = {
  tracking: 'FEATURE_TRACKING',
  verification: 'FEATURE_VERIFICATION',
  staticMode: 'FEATURE_STATIC_MODE',
  toggleByUrl: 'FEATURE_TOGGLE_BY_URL',
}

const settings = Object.keys(variables) as (keyof FeatureSettings)[]

/**
 * Reads a build's flags from its environment, such as `FEATURE_TRACKING=false`. Throws on any value
 * other than true or false.
 */
export const readFeatures = (
  environment: Readonly<Record<string, string | undefined>>,
): FeatureSettings => {
  const read = (setting: keyof FeatureSettings): boolean => {
    const value = environment[variables[setting]]
    if (value === undefined || value === '') return defaultFeatures[setting]
    if (value !== 'true' && value !== 'false')
      throw new Error(`${variables[setting]} must be true or false, not "${value}".`)
    return value === 'true'
  }
  return Object.fromEntries(settings.map((setting) => [setting, read(setting)])) as FeatureSettings
}

/**
 * The features with the URL's overrides, which apply only where toggling is allowed. `search` as in
 * `location.search`.
 */
export const resolveFeatures = (
  search: string,
  features: FeatureSettings = defaultFeatures,
): FeatureSettings => {
  if (!features.toggleByUrl) return features
  const query = `&${search.slice(1)}&`
  const switched = (flag: keyof FeatureFlags): boolean =>
    features[flag]
      ? !query.includes(`&FEATURE_${flag}=false&`)
      : query.includes(`&FEATURE_${flag}=true&`)
  return {
    ...features,
    tracking: switched('tracking'),
    verification: switched('verification'),
    staticMode: switched('staticMode'),
  }
}
