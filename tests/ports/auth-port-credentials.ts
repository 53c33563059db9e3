import { beforeEach, describe, expect, it } from 'vitest'
import { anEmail, password, returnUrl } from './auth-harness.ts'
import type { AuthHarness, AuthScene, AuthTab } from './auth-harness.ts'

/** Changing the email and the password, and entering the password again. */
export const describeCredentials = (scene: () => AuthScene) => {
  let harness: AuthHarness
  let tab: AuthTab
  let email: string
  const signUp = () => scene().signUp()

  beforeEach(() => {
    const { harness: own, tab: first, email: address } = scene()
    harness = own
    tab = first
    email = address
  })

  describe('changing the email', () => {
    it('returns no-user when nobody is signed in', async () => {
      expect(await tab.changeEmail(anEmail(), returnUrl)).toEqual({ kind: 'no-user' })
    })

    it('takes effect once the link in the mail to the new address is opened', async () => {
      const user = await signUp()
      const next = anEmail()
      expect(await tab.changeEmail(` ${next.toUpperCase()}`, returnUrl)).toEqual({ kind: 'sent' })
      expect(await harness.mailsTo(next)).toEqual([returnUrl])
      expect(await tab.reload()).toMatchObject({ email })
      await harness.openLatestMail(next)
      expect(await tab.reload()).toMatchObject({ id: user.id, email: next, emailVerified: true })
      const other = await harness.openBrowser()
      expect(await other.signIn({ email: next, password })).toMatchObject({ kind: 'signed-in' })
    })

    it('returns email-taken when the address has another account', async () => {
      const taken = anEmail()
      await (await harness.openBrowser()).createAccount({ email: taken, password })
      await signUp()
      expect(await tab.changeEmail(taken, returnUrl)).toEqual({ kind: 'email-taken' })
      expect(await harness.mailsTo(taken)).toEqual([])
    })

    it.each(['', 'nobody'])('returns invalid-email for %j', async (malformed) => {
      await signUp()
      expect(await tab.changeEmail(malformed, returnUrl)).toEqual({ kind: 'invalid-email' })
    })

    it('returns recent-login-required after a while, until the password is entered again', async () => {
      await signUp()
      harness.ageSignIn(tab)
      const next = anEmail()
      expect(await tab.changeEmail(next, returnUrl)).toEqual({ kind: 'recent-login-required' })
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'reauthenticated' })
      expect(await tab.changeEmail(next, returnUrl)).toEqual({ kind: 'sent' })
    })
  })

  describe('changing the password', () => {
    const next = 'Still-Water-2'

    it('returns no-user when nobody is signed in', async () => {
      expect(await tab.changePassword(next)).toEqual({ kind: 'no-user' })
    })

    it('makes the new password valid and the old one invalid, and keeps the session', async () => {
      const user = await signUp()
      expect(await tab.changePassword(next)).toEqual({ kind: 'changed' })
      expect(await tab.reload()).toEqual(user)
      const other = await harness.openBrowser()
      expect(await other.signIn({ email, password })).toEqual({ kind: 'wrong-password' })
      expect(await other.signIn({ email, password: next })).toEqual({ kind: 'signed-in', user })
    })

    it.each(['', 'short'])(
      'returns weak-password for %j and leaves the old password',
      async (weak) => {
        await signUp()
        expect(await tab.changePassword(weak)).toEqual({ kind: 'weak-password' })
        expect(await tab.reauthenticate(password)).toEqual({ kind: 'reauthenticated' })
      },
    )

    it('returns recent-login-required after a while, until the password is entered again', async () => {
      await signUp()
      harness.ageSignIn(tab)
      expect(await tab.changePassword(next)).toEqual({ kind: 'recent-login-required' })
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'reauthenticated' })
      expect(await tab.changePassword(next)).toEqual({ kind: 'changed' })
    })
  })

  describe('reauthenticating', () => {
    it('returns no-user when nobody is signed in', async () => {
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'no-user' })
    })

    it('accepts the right password, refuses a wrong one, and keeps the session', async () => {
      const user = await signUp()
      expect(await tab.reauthenticate('Rough-Sea-9')).toEqual({ kind: 'wrong-password' })
      expect(await tab.reauthenticate('')).toEqual({ kind: 'wrong-password' })
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'reauthenticated' })
      expect(await tab.currentUser()).toEqual(user)
    })

    it('returns no-user once the account is disabled', async () => {
      await signUp()
      await harness.disableAccount(email)
      expect(await tab.reauthenticate(password)).toEqual({ kind: 'no-user' })
    })
  })
}
