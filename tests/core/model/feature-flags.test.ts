import { describe, expect, it } from 'vitest'
import {
  defaultFeatures,
  defaultFlags,
  readFeatures,
  resolveFeatures,
} from '#core/model/feature-flags.ts'

const on = { ...defaultFlags, toggleByUrl: true }
const off = { tracking: false, verification: false, staticMode: false, toggleByUrl: true }

describe('resolveFeatures', () => {
  it('ignores the URL in a default build', () => {
    expect(resolveFeatures('?FEATURE_tracking=false')).toEqual(defaultFeatures)
  })

  it.each(['tracking', 'verification', 'staticMode'] as const)(
    'lets the URL override %s where toggling is on',
    (flag) => {
      expect(resolveFeatures(`?FEATURE_${flag}=false`, on)).toEqual({ ...on, [flag]: false })
      expect(resolveFeatures(`?a=b&FEATURE_${flag}=true&c=d`, off)).toEqual({
        ...off,
        [flag]: true,
      })
    },
  )

  it.each([
    '',
    '?FEATURE_tracking=maybe',
    '?FEATURE_tracking=falsey',
    '?NOT_FEATURE_tracking=false',
    '?FEATURE_tracking=true',
  ])('changes nothing for %j', (search) => expect(resolveFeatures(search, on)).toEqual(on))

  it('leaves a flag off that is off in both the build and the URL', () => {
    expect(resolveFeatures('?FEATURE_tracking=false', off)).toEqual(off)
  })
})

describe('readFeatures', () => {
  it('returns the defaults for an empty environment: all on, and no switching by the URL', () => {
    expect(readFeatures({})).toEqual({
      tracking: true,
      verification: true,
      staticMode: true,
      toggleByUrl: false,
    })
  })

  it('reads each flag from its variable', () => {
    const environment = {
      FEATURE_TRACKING: 'false',
      FEATURE_VERIFICATION: '',
      FEATURE_STATIC_MODE: 'false',
      FEATURE_TOGGLE_BY_URL: 'true',
    }
    expect(readFeatures(environment)).toEqual({
      tracking: false,
      verification: true,
      staticMode: false,
      toggleByUrl: true,
    })
  })

  it('throws on any value other than true or false', () => {
    expect(() => readFeatures({ FEATURE_STATIC_MODE: 'off' })).toThrow(
      'FEATURE_STATIC_MODE must be true or false, not "off".',
    )
  })
})
