import { describe, expect, it } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'

const read = (kind: string, continueUrl?: string) => {
  const search = `?${new URLSearchParams({ mail: kind, code: 'a-code', ...(continueUrl && { continueUrl }) })}`
  return inMemory().app.readMailLink({ search, origin })
}

describe('readMailLink', () => {
  it('returns the page of this site that the link leads to', async () => {
    const link = await read('change-email', `${origin}/account?tab=email`)
    expect(link).toEqual({
      kind: 'change-email',
      code: 'a-code',
      continueTo: '/account?tab=email',
      forwardTo: null,
    })
  })

  it('returns null when a part of the link is missing', async () => {
    expect(await inMemory().app.readMailLink({ search: '?mail=change-email', origin })).toBeNull()
  })

  it('returns no page when the link names none', async () => {
    expect(await read('change-email')).toMatchObject({ continueTo: null, forwardTo: null })
  })

  it.each([
    'https://elsewhere.example/account',
    '//elsewhere.example',
    'javascript:alert(1)',
    `${origin}//elsewhere.example`,
    `${origin}.elsewhere.example/`,
    'nonsense',
  ])('does not return %s as the page to continue to', async (address) => {
    expect(await read('change-email', address)).toMatchObject({ continueTo: null, forwardTo: null })
  })

  const forward = async (kind: string, continueUrl?: string) =>
    (await read(kind, continueUrl))?.forwardTo

  it.each([
    ['verify-email', '/enroll/email-confirmed'],
    ['verify-email', '/enroll/email-confirmed?lang=en'],
    ['change-email', '/sign-up/email-confirmed'],
    ['change-email', '/sign-up/email-confirmed?lang=en'],
  ])(
    'forwards a %s link for %s to the confirmation page of that journey with the code',
    async (kind, address) => {
      const page = address.split('?', 1)[0]!
      const to = await forward(kind, origin + address)
      expect(to).toContain(`${page}?mail=${kind}&code=a-code`)
    },
  )

  it.each([
    undefined,
    'https://elsewhere.example/enroll/email-confirmed',
    `${origin}/enroll/email-confirmed-not`,
  ])(
    'forwards a verification mail that names %s to the confirmation page of the sign-up',
    async (address) => {
      expect(await forward('verify-email', address)).toMatch(
        /^\/sign-up\/email-confirmed\?.*code=a-code/,
      )
    },
  )

  it.each([
    ['reset-password', '/account'],
    ['recover-email', '/account'],
    ['change-email', '/account'],
    ['reset-password', '/sign-up/email-confirmed'],
  ])('does not forward a %s link that leads to %s', async (kind, path) => {
    expect(await forward(kind, origin + path)).toBeNull()
  })
})
