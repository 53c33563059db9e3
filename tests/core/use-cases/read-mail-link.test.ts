import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'

const origin = 'https://evenkeel.example'
const read = (kind: string, continueUrl?: string) => {
  const search = `?${new URLSearchParams({ mail: kind, code: 'a-code', ...(continueUrl && { continueUrl }) })}`
  return inMemory().app.readMailLink({ search, origin })
}

describe('the link of an identity mail', () => {
  it('leads on to a page of this site', async () => {
    const link = await read('change-email', `${origin}/account?tab=email`)
    expect(link).toEqual({ kind: 'change-email', code: 'a-code', continueTo: '/account?tab=email', forwardTo: null })
  })

  it.each(['https://elsewhere.example/account', '//elsewhere.example', 'javascript:alert(1)', `${origin}//elsewhere.example`, `${origin}.elsewhere.example/`, 'nonsense'])(
    'does not lead on to %s',
    async (address) => {
      expect(await read('change-email', address)).toMatchObject({ continueTo: null, forwardTo: null })
    },
  )
})

describe('a link that a journey serves itself', () => {
  const forward = async (kind: string, continueUrl?: string) => (await read(kind, continueUrl))?.forwardTo

  it('goes on to the confirmation of its own journey, with the code', async () => {
    expect(await forward('verify-email', `${origin}/enroll/email-confirmed`)).toMatch(/^\/enroll\/email-confirmed\?.*code=a-code/)
    expect(await forward('change-email', `${origin}/sign-up/email-confirmed`)).toMatch(/^\/sign-up\/email-confirmed\?.*code=a-code/)
  })

  it('goes on to that of the sign-up where no journey is named', async () => {
    expect(await forward('verify-email')).toMatch(/^\/sign-up\/email-confirmed\?.*code=a-code/)
    expect(await forward('verify-email', 'https://elsewhere.example/enroll/email-confirmed')).toMatch(/^\/sign-up\/email-confirmed\?/)
  })

  it.each(['reset-password', 'recover-email', 'change-email'])('is not one that is there to %s', async (kind) => {
    expect(await forward(kind, `${origin}/account`)).toBeNull()
  })
})
