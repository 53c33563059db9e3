import { describe, expect, it } from 'vitest'
import { confirmationAfter, confirmationBy } from '#core/use-cases/open-mail-link.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const whoForgotThePassword = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.recoverAccount(ada.email)
  return { ...world, code: world.auth.mails.at(-1)?.code ?? '' }
}

describe('openMailLink', () => {
  it('returns the email that the link is about, and leaves the link unused', async () => {
    const { app, code } = await whoForgotThePassword()
    const link = { kind: 'reset-password', code } as const
    expect(await app.openMailLink(link)).toEqual({ kind: 'ready', email: ada.email })
    expect(await app.openMailLink(link)).toEqual({ kind: 'ready', email: ada.email })
  })

  it('returns wrong-mail when the code is not for the purpose that the link names', async () => {
    const { app, code } = await whoForgotThePassword()
    expect(await app.openMailLink({ kind: 'verify-email', code })).toEqual({ kind: 'wrong-mail' })
  })

  it('returns why a code cannot be used', async () => {
    const { app, auth, code } = await whoForgotThePassword()
    expect(await app.openMailLink({ kind: 'reset-password', code: 'unknown' })).toEqual({
      kind: 'link-invalid',
    })
    auth.throttle()
    expect(await app.openMailLink({ kind: 'reset-password', code })).toEqual({
      kind: 'too-many-requests',
    })
  })
})

const verified = { id: 'ada', email: ada.email, emailVerified: true, providerData: [] }
const unverified = { ...verified, emailVerified: false }

describe('confirmationBy', () => {
  const ready = { kind: 'ready', email: ada.email } as const

  it('offers to confirm with a usable link, unless that email is already verified', () => {
    expect(confirmationBy(ready, null)).toBe('ready')
    expect(confirmationBy(ready, unverified)).toBe('ready')
    expect(confirmationBy(ready, { ...verified, email: 'old@example.com' })).toBe('ready')
    expect(confirmationBy(ready, verified)).toBe('confirmed')
  })

  it('returns no-link without a link, or confirmed when the user’s email is already verified', () => {
    expect(confirmationBy(null, null)).toBe('no-link')
    expect(confirmationBy(null, unverified)).toBe('no-link')
    expect(confirmationBy(null, verified)).toBe('confirmed')
  })

  it.each(['wrong-mail', 'link-invalid', 'link-expired', 'user-disabled'] as const)(
    'treats %s as an invalid link, unless the user’s email is verified',
    (kind) => {
      expect(confirmationBy({ kind }, null)).toBe('link-invalid')
      expect(confirmationBy({ kind }, unverified)).toBe('link-invalid')
      expect(confirmationBy({ kind }, verified)).toBe('confirmed')
    },
  )

  it('returns too-many-requests, whoever is signed in', () => {
    expect(confirmationBy({ kind: 'too-many-requests' }, verified)).toBe('too-many-requests')
  })
})

describe('confirmationAfter', () => {
  it('returns confirmed after an invalid link of the user’s own when their email is verified', () => {
    expect(confirmationAfter('link-invalid', verified, false)).toBe('confirmed')
  })

  it.each([
    ['is not verified', unverified, false],
    ['is unknown', null, false],
    ['is verified, but the link is another account’s', verified, true],
  ])('returns the outcome of the link when the user’s email %s', (_what, user, isOfAnother) => {
    expect(confirmationAfter('link-invalid', user, isOfAnother)).toBe('link-invalid')
    expect(confirmationAfter('confirmed', user, isOfAnother)).toBe('confirmed')
  })
})
