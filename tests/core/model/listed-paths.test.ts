import { describe, expect, it } from 'vitest'
import { listedPaths, privatePaths } from '#core/model/listed-paths.ts'

describe('listedPaths', () => {
  it('holds the general pages and one for each member of the company', () => {
    expect(listedPaths(['ada', 'grace'])).toEqual([
      '/',
      '/how-it-works',
      '/company',
      '/company/ada',
      '/company/grace',
      '/press',
      '/careers',
      '/termsofuse',
      '/privacy-policy',
      '/security',
    ])
  })

  it('holds no private path', () => {
    expect(
      listedPaths([]).filter((path) => privatePaths.some((each) => path.startsWith(each))),
    ).toEqual([])
  })
})

describe('privatePaths', () => {
  it('covers journeys, account, sign-in, recovery and mail links', () => {
    expect(privatePaths).toEqual([
      '/sign-up/',
      '/enroll/',
      '/assessment/',
      '/account',
      '/sign-in',
      '/account-recovery',
      '/mail-link',
    ])
  })
})
