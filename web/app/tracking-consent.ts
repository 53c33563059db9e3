import type { FeatureFlags } from '#core/model/feature-flags.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** Present when the visitor has opted out on this device. */
export const OPT_OUT_KEY = 'evenkeel.do-not-track'

type Signals = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean }

/** Whether anything may be measured: not against the flag, the browser's signals or the visitor's own switch. */
export const isTrackingAllowed = (flags: FeatureFlags, signals: Signals, storage: StoragePort): boolean =>
  flags.tracking && signals.doNotTrack !== '1' && signals.globalPrivacyControl !== true && storage.read(OPT_OUT_KEY) === null
