import type { StoragePort } from '#core/ports/storage.ts'

/** The storage keys of analytics. */
export const analyticsKeys = {
  /** First and last touch. */
  attribution: 'evenkeel.measuring.touches',
  /** Events of pages that were left before the application loaded. */
  early: 'evenkeel.measuring.early',
  /** Events that are not confirmed yet. */
  outbox: 'evenkeel.measuring.outbox',
  /** The random id of this browser, and its session. */
  browser: 'evenkeel.measuring.browser',
} as const

/** Removes all analytics data from this device. */
export const clearAnalyticsData = (storage: Pick<StoragePort, 'remove'>): void => {
  for (const key of Object.values(analyticsKeys)) storage.remove(key)
}

/** Where the visitor's own choice is kept on this device. */
export const OPT_OUT_KEY = 'evenkeel.do-not-track'
/** The value after an opt-out; otherwise the key is absent. */
export const OPTED_OUT = '1'

/** The inputs of the decision, from the build, the browser and the storage. */
export type TrackingSignals = {
  /** The `tracking` flag. */
  readonly isFlagOn: boolean
  /** `navigator.globalPrivacyControl`; undefined in browsers that do not know it. */
  readonly globalPrivacyControl: boolean | undefined
  /** `navigator.doNotTrack`: '1' says no, '0', null and 'unspecified' say nothing. */
  readonly doNotTrack: string | null | undefined
  /** What is kept under OPT_OUT_KEY. */
  readonly optOut: string | null
}

export type TrackingRefusal = 'flag-off' | 'global-privacy-control' | 'do-not-track' | 'opted-out'

/** The reasons against tracking, strongest first; empty when it is allowed. */
export const trackingRefusals = ({
  isFlagOn,
  globalPrivacyControl,
  doNotTrack,
  optOut,
}: TrackingSignals): readonly TrackingRefusal[] => [
  ...(isFlagOn ? [] : ['flag-off' as const]),
  ...(globalPrivacyControl === true ? ['global-privacy-control' as const] : []),
  ...(doNotTrack === '1' ? ['do-not-track' as const] : []),
  ...(optOut === null ? [] : ['opted-out' as const]),
]
