import type { FeatureFlags } from '#core/model/feature-flags.ts'
import { OPT_OUT_KEY, trackingRefusals } from '#core/model/tracking-consent.ts'
import type { TrackingRefusal } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** The privacy signals of a browser's navigator. Not every browser has them. */
type BrowserSignals = {
  readonly doNotTrack?: string | null
  readonly globalPrivacyControl?: boolean
}

/** The reasons against tracking in this browser; empty when it is allowed. */
export const readTrackingRefusals = (
  flags: FeatureFlags,
  { doNotTrack, globalPrivacyControl }: BrowserSignals,
  storage: Pick<StoragePort, 'read'>,
): readonly TrackingRefusal[] =>
  trackingRefusals({
    isFlagOn: flags.tracking,
    doNotTrack,
    globalPrivacyControl,
    optOut: storage.read(OPT_OUT_KEY),
  })

/** Whether tracking is allowed by the flag, the browser's signals and the visitor's own switch. */
export const isTrackingAllowed = (
  flags: FeatureFlags,
  signals: BrowserSignals,
  storage: Pick<StoragePort, 'read'>,
): boolean => readTrackingRefusals(flags, signals, storage).length === 0
