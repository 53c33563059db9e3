export type FeatureFlags = { readonly tracking: boolean; readonly verification: boolean; readonly staticMode: boolean }

export const defaultFlags: FeatureFlags = { tracking: true, verification: true, staticMode: true }

/** Whether `FEATURE_<flag>=true|false` in the URL may switch a flag. Off in this build. */
export const FLAGS_TOGGLE_BY_URL = false

/** The flags after the URL's switches, which count only where toggling is allowed. `search` as in `location.search`. */
export const resolveFlags = (
  search: string,
  defaults: FeatureFlags = defaultFlags,
  toggleAllowed: boolean = FLAGS_TOGGLE_BY_URL,
): FeatureFlags => {
  if (!toggleAllowed) return defaults
  const query = new Map(
    search.replace(/^\?/, '').split('&').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=')
      return [name, value]
    }),
  )
  const switched = (flag: keyof FeatureFlags): boolean => {
    const value = query.get(`FEATURE_${flag}`)
    return value === 'true' ? true : value === 'false' ? false : defaults[flag]
  }
  return {
    tracking: switched('tracking'),
    verification: switched('verification'),
    staticMode: switched('staticMode'),
  }
}
