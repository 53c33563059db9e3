import type { StoragePort } from '#core/ports/storage.ts'

/** All that measuring keeps on this device. */
export const measuringKeys = {
  /** First and last touch. */
  touches: 'evenkeel.measuring.touches',
  /** What happened on a page that was left before the use cases were there. */
  early: 'evenkeel.measuring.early',
  /** Events that are not known to have arrived. */
  outbox: 'evenkeel.measuring.outbox',
  /** The random number that tells this browser from others, and its visit. */
  browser: 'evenkeel.measuring.browser',
} as const

/** Leaves nothing of what was measured on this device. */
export const forgetMeasuring = (storage: Pick<StoragePort, 'remove'>): void => {
  for (const key of Object.values(measuringKeys)) storage.remove(key)
}

/** Where the visitor's own choice is kept on this device. */
export const OPT_OUT_KEY = 'evenkeel.do-not-track'
/** Kept under the key by who has opted out; nothing is kept otherwise. */
export const OPTED_OUT = '1'

/** What the decision rests on, as the build, the browser and the device tell it. */
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

/** Why nothing may be measured, strongest first; empty when it may. */
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
