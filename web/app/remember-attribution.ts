import { attribute, noAttribution, touchOf } from '#core/model/attribution.ts'
import type { Attribution } from '#core/model/attribution.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** Where first and last touch are kept on this device. */
export const ATTRIBUTION_KEY = 'evenkeel.attribution'

const restore = (stored: string | null): Attribution => {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    return typeof parsed === 'object' && parsed !== null ? { ...noAttribution, ...parsed } : noAttribution
  } catch {
    return noAttribution
  }
}

/** First and last touch, with what the URL brings. `search` as in `location.search`. Nothing is kept where measuring is not allowed. */
export const rememberAttribution = (storage: StoragePort, search: string, isAllowed: boolean): Attribution => {
  if (!isAllowed) return noAttribution
  const before = restore(storage.read(ATTRIBUTION_KEY))
  const query = new URLSearchParams(search)
  const touch = touchOf((name) => query.get(name))
  const now = attribute(before, touch)
  if (touch) storage.write(ATTRIBUTION_KEY, JSON.stringify(now))
  return now
}
