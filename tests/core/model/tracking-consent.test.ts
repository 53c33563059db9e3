import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import {
  clearAnalyticsData,
  analyticsKeys,
  OPTED_OUT,
  trackingRefusals,
} from '#core/model/tracking-consent.ts'
import type { TrackingSignals } from '#core/model/tracking-consent.ts'

const silent: TrackingSignals = {
  isFlagOn: true,
  globalPrivacyControl: undefined,
  doNotTrack: null,
  optOut: null,
}

describe('tracking consent', () => {
  it.each<[string, Partial<TrackingSignals>]>([
    ['nothing is set', {}],
    [
      'the browser knows Global Privacy Control and does not send it',
      { globalPrivacyControl: false },
    ],
    ['the browser leaves Do Not Track unspecified', { doNotTrack: 'unspecified' }],
    ['Do Not Track is expressly off', { doNotTrack: '0' }],
    ['the browser does not know Do Not Track', { doNotTrack: undefined }],
  ])('allows tracking when %s', (_when, signals) =>
    expect(trackingRefusals({ ...silent, ...signals })).toEqual([]),
  )

  it.each<[string, Partial<TrackingSignals>, string]>([
    ['the flag is off', { isFlagOn: false }, 'flag-off'],
    [
      'the browser sends Global Privacy Control',
      { globalPrivacyControl: true },
      'global-privacy-control',
    ],
    ['the browser sends Do Not Track', { doNotTrack: '1' }, 'do-not-track'],
    ['the visitor opted out', { optOut: OPTED_OUT }, 'opted-out'],
    ['an unknown value is stored as the choice', { optOut: '' }, 'opted-out'],
  ])('refuses tracking when %s', (_when, signals, refusal) =>
    expect(trackingRefusals({ ...silent, ...signals })).toEqual([refusal]),
  )

  it('names every reason, so that removing one is not mistaken for consent', () =>
    expect(
      trackingRefusals({
        isFlagOn: false,
        globalPrivacyControl: true,
        doNotTrack: '1',
        optOut: OPTED_OUT,
      }),
    ).toEqual(['flag-off', 'global-privacy-control', 'do-not-track', 'opted-out']))
})

describe('clearAnalyticsData', () => {
  it('removes all analytics data and nothing else', () => {
    const storage = createMemoryStorage()
    for (const key of [...Object.values(analyticsKeys), 'other']) storage.write(key, 'x')
    clearAnalyticsData(storage)
    expect(storage.entries()).toEqual({ other: 'x' })
  })
})
