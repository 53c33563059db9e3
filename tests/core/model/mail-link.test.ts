import { describe, expect, it } from 'vitest'
import { forwardOf, parseMailLink } from '#core/model/mail-link.ts'

const origin = 'https://evenkeel.example'
const search = (mode: string, continueUrl?: string) =>
  `?${new URLSearchParams({ mode, oobCode: 'a-code', apiKey: 'key', lang: 'en', ...(continueUrl && { continueUrl }) })}`

describe('the link of an identity mail', () => {
  it.each([
    ['resetPassword', 'reset-password'],
    ['verifyEmail', 'verify-email'],
    ['verifyAndChangeEmail', 'change-email'],
    ['recoverEmail', 'recover-email'],
    ['revertSecondFactorAddition', 'remove-second-factor'],
  ])('with the mode %s is there to %s', (mode, kind) => {
    expect(parseMailLink(search(mode), origin)).toEqual({ kind, code: 'a-code', continueTo: null })
  })

  it.each(['', '?mode=resetPassword', '?mode=resetPassword&oobCode=', '?oobCode=a-code', '?mode=somethingElse&oobCode=a-code', '?mode=signIn&oobCode=a-code'])(
    'is not whole as %j',
    (broken) => {
      expect(parseMailLink(broken, origin)).toBeNull()
    },
  )

  it('leads on to a page of this site', () => {
    expect(parseMailLink(search('verifyAndChangeEmail', `${origin}/account?tab=email`), origin)?.continueTo).toBe('/account?tab=email')
  })

  it.each(['https://elsewhere.example/account', '//elsewhere.example', 'javascript:alert(1)', `${origin}//elsewhere.example`, `${origin}.elsewhere.example/`, 'nonsense'])(
    'does not lead on to %s',
    (address) => {
      expect(parseMailLink(search('verifyAndChangeEmail', address), origin)?.continueTo).toBeNull()
    },
  )
})

describe('a link that a journey serves itself', () => {
  const forward = (mode: string, continueUrl?: string) => {
    const link = parseMailLink(search(mode, continueUrl), origin)
    return link && forwardOf(link)
  }

  it('goes on to the confirmation of its own journey, with the code', () => {
    expect(forward('verifyEmail', `${origin}/enroll/email-confirmed`)).toBe('/enroll/email-confirmed?oobCode=a-code')
    expect(forward('verifyAndChangeEmail', `${origin}/sign-up/email-confirmed`)).toBe('/sign-up/email-confirmed?oobCode=a-code')
  })

  it('goes on to that of the sign-up where no journey is named', () => {
    expect(forward('verifyEmail')).toBe('/sign-up/email-confirmed?oobCode=a-code')
    expect(forward('verifyEmail', 'https://elsewhere.example/enroll/email-confirmed')).toBe('/sign-up/email-confirmed?oobCode=a-code')
  })

  it.each(['resetPassword', 'recoverEmail', 'verifyAndChangeEmail'])('is not one that is there to %s', (mode) => {
    expect(forward(mode, `${origin}/account`)).toBeNull()
  })
})
