import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { anEmail, password, returnUrl } from './auth-harness.ts'
import type { AuthHarness, AuthTab } from './auth-harness.ts'
import { describeCredentials } from './auth-port-credentials.ts'
import { describeMailCodes } from './auth-port-mail.ts'
import { describeSecondFactor } from './auth-port-second-factor.ts'

const claimsOf = (token: string | null): Record<string, unknown> =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

type AuthSuite = {
  readonly isEnumerationProtected: boolean
  readonly makeHarness: () => Promise<AuthHarness> | AuthHarness
}

/** What every identity adapter does, whichever provider stands behind it. */
export const describeAuthPort = (
  name: string,
  { isEnumerationProtected, makeHarness }: AuthSuite,
) =>
  describe(`${name} as auth port`, () => {
    let harness: AuthHarness
    let tab: AuthTab
    let email: string
    const signUp = async (address = email) => {
      const outcome = await tab.createAccount({ email: address, password })
      if (outcome.kind !== 'created') throw new Error(`Not created: ${outcome.kind}`)
      return outcome.user
    }

    beforeEach(async () => {
      harness = await makeHarness()
      tab = await harness.openTab()
      email = anEmail()
      return () => harness.restore()
    })

    describe('creating an account', () => {
      it('returns email-taken when the address already has one, ignoring case', async () => {
        await signUp()
        const other = await harness.openBrowser()
        expect(await other.createAccount({ email: email.toUpperCase(), password })).toEqual({
          kind: 'email-taken',
        })
        expect(await other.currentUser()).toBeNull()
      })

      it('creates one account when two devices ask simultaneously', async () => {
        const other = await harness.openBrowser()
        const outcomes = await Promise.all(
          [tab, other].map((each) => each.createAccount({ email, password })),
        )
        expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['created', 'email-taken'])
      })

      it('signs the new user in, address trimmed and lower-cased, not yet verified', async () => {
        const user = await signUp(`  ${email.toUpperCase()} `)
        const own = {
          providerId: 'password',
          uid: email,
          displayName: null,
          email,
          phoneNumber: null,
          photoURL: null,
        }
        expect(user).toEqual({
          id: expect.any(String),
          email,
          emailVerified: false,
          providerData: [own],
        })
        expect(await tab.currentUser()).toEqual(user)
      })

      it('returns created once when the request is repeated after a lost response', async () => {
        harness.loseAnswers()
        await expect(signUp()).rejects.toBeInstanceOf(PortUnavailable)
        harness.restore()
        expect(await tab.createAccount({ email, password: 'Rough-Sea-9' })).toEqual({
          kind: 'email-taken',
        })
        const user = await signUp()
        expect(user).toMatchObject({ email, emailVerified: false })
        expect(await tab.currentUser()).toEqual(user)
        await tab.signOut()
        expect(await tab.createAccount({ email, password })).toEqual({ kind: 'email-taken' })
      })

      it.each(['', 'nobody'])('returns invalid-email for %j', async (malformed) => {
        expect(await tab.createAccount({ email: malformed, password })).toEqual({
          kind: 'invalid-email',
        })
      })

      it.each(['', 'short'])('returns weak-password for %j', async (weak) => {
        expect(await tab.createAccount({ email, password: weak })).toEqual({
          kind: 'weak-password',
        })
      })
    })

    describe('signing in', () => {
      it('works twice in a row and from another device', async () => {
        const user = await signUp()
        const other = await harness.openBrowser()
        expect(await other.signIn({ email, password })).toEqual({ kind: 'signed-in', user })
        expect(await other.signIn({ email: ` ${email.toUpperCase()} `, password })).toEqual({
          kind: 'signed-in',
          user,
        })
        expect(await other.currentUser()).toEqual(user)
      })

      it.each(['Rough-Sea-9', ''])('returns wrong-password for %j', async (wrong) => {
        await signUp()
        const other = await harness.openBrowser()
        expect(await other.signIn({ email, password: wrong })).toEqual({ kind: 'wrong-password' })
        expect(await other.currentUser()).toBeNull()
      })

      it(`returns ${isEnumerationProtected ? 'wrong-password' : 'user-not-found'} for an unknown address`, async () => {
        const kind = isEnumerationProtected ? 'wrong-password' : 'user-not-found'
        expect(await tab.signIn({ email, password })).toEqual({ kind })
      })

      it.each(['', 'nobody'])('returns user-not-found for the address %j', async (malformed) => {
        expect(await tab.signIn({ email: malformed, password })).toEqual({ kind: 'user-not-found' })
      })

      it('returns user-disabled for a disabled account', async () => {
        await signUp()
        await harness.disableAccount(email)
        const other = await harness.openBrowser()
        expect(await other.signIn({ email, password })).toEqual({ kind: 'user-disabled' })
      })
    })

    describe('the session', () => {
      it('has no user for a visitor who never signed in', async () => {
        expect(await tab.currentUser()).toBeNull()
      })

      it('survives a reload, and ends with a sign-out, even a repeated one', async () => {
        const user = await signUp()
        const reloaded = await harness.openTab()
        expect(await reloaded.currentUser()).toEqual(user)
        await reloaded.signOut()
        await reloaded.signOut()
        expect(await reloaded.currentUser()).toBeNull()
        expect(await (await harness.openTab()).currentUser()).toBeNull()
      })

      it('returns the same user to concurrent callers', async () => {
        const user = await signUp()
        const reloaded = await harness.openTab()
        expect(await Promise.all([reloaded.currentUser(), reloaded.currentUser()])).toEqual([
          user,
          user,
        ])
      })

      it('has ended for a returning visitor whose account is gone', async () => {
        await signUp()
        await harness.removeAccount(email)
        const reloaded = await harness.openTab()
        expect(await reloaded.currentUser()).toBeNull()
        expect(await reloaded.idToken()).toBeNull()
      })

      it('notifies of sign-in and sign-out once each, and never of a session that already existed', async () => {
        await tab.currentUser()
        await signUp()
        await expect.poll(() => tab.heard()).toEqual([email])
        await tab.signIn({ email, password })
        await tab.reload()
        const reloaded = await harness.openTab()
        await reloaded.currentUser()
        await tab.signOut()
        await expect.poll(() => tab.heard()).toEqual([email, null])
        await expect.poll(() => reloaded.heard()).toEqual([null])
      })

      it('notifies a tab where nobody has signed in before', async () => {
        const other = await harness.openTab()
        expect(await other.currentUser()).toBeNull()
        const user = await signUp()
        await expect.poll(() => other.heard()).toEqual([email])
        expect(await other.currentUser()).toEqual(user)
        await other.signOut()
        await expect.poll(() => tab.heard()).toEqual([email, null])
        expect(await tab.currentUser()).toBeNull()
      })

      it('notifies the tabs of one user when another signs in', async () => {
        await signUp()
        const other = await harness.openTab()
        expect(await other.currentUser()).toMatchObject({ email })
        const next = `next-${email}`
        await signUp(next)
        await expect.poll(() => other.heard()).toEqual([next])
        expect(await other.currentUser()).toMatchObject({ email: next })
        expect(claimsOf(await other.idToken())).toMatchObject({ email: next })
      })
    })

    describe('resetting the password', () => {
      it('mails the address, ignoring case, as often as asked', async () => {
        await signUp()
        const other = await harness.openBrowser()
        expect(await other.sendPasswordReset(` ${email.toUpperCase()}`)).toEqual({ kind: 'sent' })
        expect(await other.sendPasswordReset(email)).toEqual({ kind: 'sent' })
        expect(await harness.mailsTo(email)).toEqual([null, null])
      })

      it(`returns ${isEnumerationProtected ? 'sent' : 'user-not-found'} for an unknown address and mails nobody`, async () => {
        const kind = isEnumerationProtected ? 'sent' : 'user-not-found'
        expect(await tab.sendPasswordReset(email)).toEqual({ kind })
        expect(await harness.mailsTo(email)).toEqual([])
      })

      it('returns user-not-found for an empty address', async () => {
        expect(await tab.sendPasswordReset(' ')).toEqual({ kind: 'user-not-found' })
      })
    })

    describe('verifying the email', () => {
      it('returns no-user when nobody is signed in', async () => {
        expect(await tab.sendEmailVerification(returnUrl)).toEqual({ kind: 'no-user' })
      })

      it('takes effect once the user is reloaded, and in the next fresh token', async () => {
        await signUp()
        expect(await tab.sendEmailVerification(returnUrl)).toEqual({ kind: 'sent' })
        expect(await harness.mailsTo(email)).toEqual([returnUrl])
        expect(await tab.reload()).toMatchObject({ emailVerified: false })
        const cached = await tab.idToken()
        await harness.openLatestMail(email)

        expect(await tab.reload()).toMatchObject({ email, emailVerified: true })
        expect(await tab.currentUser()).toMatchObject({ emailVerified: true })
        expect(await tab.idToken()).toBe(cached)
        expect(claimsOf(cached)).toMatchObject({ email, email_verified: false })
        const fresh = await tab.idToken({ fresh: true })
        expect(claimsOf(fresh)).toMatchObject({ email, email_verified: true })
        expect(await tab.idToken()).toBe(fresh)
      })

      it('can be requested again', async () => {
        await signUp()
        await tab.sendEmailVerification(returnUrl)
        expect(await tab.sendEmailVerification(returnUrl)).toEqual({ kind: 'sent' })
        expect(await harness.mailsTo(email)).toEqual([returnUrl, returnUrl])
      })
    })

    describe('an account that ends while its owner is signed in', () => {
      const ends = {
        removed: () => harness.removeAccount(email),
        disabled: () => harness.disableAccount(email),
      }

      it.each(['removed', 'disabled'] as const)('returns null on reload once %s', async (end) => {
        await signUp()
        await ends[end]()
        expect(await tab.reload()).toBeNull()
        expect(await tab.currentUser()).toBeNull()
        await expect.poll(() => tab.heard()).toEqual([email, null])
      })

      it.each(['removed', 'disabled'] as const)('has no fresh token once %s', async (end) => {
        await signUp()
        await ends[end]()
        expect(await tab.idToken({ fresh: true })).toBeNull()
        expect(await tab.currentUser()).toBeNull()
      })

      it('gets no mail', async () => {
        await signUp()
        await harness.removeAccount(email)
        expect(await tab.sendEmailVerification(returnUrl)).toEqual({ kind: 'no-user' })
        expect(await harness.mailsTo(email)).toEqual([])
      })
    })

    describeCredentials(() => ({ harness, tab, email, signUp }))

    it('returns null for a token and a reload when nobody is signed in', async () => {
      expect(await tab.idToken({ fresh: true })).toBeNull()
      expect(await tab.reload()).toBeNull()
    })

    describe('while the provider is unavailable', () => {
      const calls: Readonly<Record<string, () => unknown>> = {
        createAccount: () => tab.createAccount({ email: anEmail(), password }),
        signIn: () => tab.signIn({ email, password }),
        sendPasswordReset: () => tab.sendPasswordReset(email),
        sendEmailVerification: () => tab.sendEmailVerification(returnUrl),
        checkMailCode: () => tab.checkMailCode('made-up'),
        applyMailCode: () => tab.applyMailCode('made-up'),
        resetPassword: () => tab.resetPassword('made-up', password),
        secondFactors: () => tab.secondFactors(),
        sendEnrolmentCode: async () => {
          await tab.setUpVerifier()
          return tab.sendEnrolmentCode('+442079460000')
        },
        reload: () => tab.reload(),
        changeEmail: () => tab.changeEmail(anEmail(), returnUrl),
        changePassword: () => tab.changePassword(password),
        reauthenticate: () => tab.reauthenticate(password),
        'idToken, fresh': () => tab.idToken({ fresh: true }),
      }

      it.each(Object.keys(calls))(
        '%s throws PortUnavailable, and works again afterwards',
        async (method) => {
          await signUp()
          harness.fail()
          const thrown = await Promise.resolve(calls[method]?.()).catch((error: unknown) => error)
          expect(thrown).toBeInstanceOf(PortUnavailable)
          expect(thrown).toMatchObject({ port: 'auth' })
          harness.restore()
          await calls[method]?.()
          expect(await tab.currentUser()).not.toBeNull()
        },
      )

      it('a visitor who never signed in is still anonymous', async () => {
        harness.fail()
        expect(await tab.currentUser()).toBeNull()
        expect(await tab.idToken()).toBeNull()
      })

      it('a cached token is still returned', async () => {
        await signUp()
        const token = await tab.idToken()
        harness.fail()
        expect(await tab.idToken()).toBe(token)
      })

      it('signing out works', async () => {
        await signUp()
        harness.fail()
        await tab.signOut()
        harness.restore()
        expect(await (await harness.openTab()).currentUser()).toBeNull()
      })

      it('a returning visitor is not treated as signed out, and keeps the session', async () => {
        const user = await signUp()
        const reloaded = await harness.openTab()
        harness.fail()
        await expect(Promise.resolve(reloaded.currentUser())).rejects.toBeInstanceOf(
          PortUnavailable,
        )
        await expect(Promise.resolve(reloaded.currentUser())).rejects.toBeInstanceOf(
          PortUnavailable,
        )
        harness.restore()
        expect(await reloaded.currentUser()).toEqual(user)
        expect(await tab.currentUser()).toEqual(user)
        expect(await tab.heard()).toEqual([email])
        expect(await (await harness.openTab()).currentUser()).toEqual(user)
      })

      it('a returning visitor can sign out', async () => {
        await signUp()
        const reloaded = await harness.openTab()
        harness.fail()
        await Promise.resolve(reloaded.currentUser()).catch(() => null)
        await reloaded.signOut()
        harness.restore()
        expect(await reloaded.currentUser()).toBeNull()
      })
    })

    describeMailCodes(() => ({ harness, tab, email, signUp }))
    // The second factor does not depend on enumeration protection, so it runs once.
    if (isEnumerationProtected) describeSecondFactor(() => ({ harness, tab, email, signUp }))

    it('returns too-many-requests from every call while requests are throttled', async () => {
      await signUp()
      harness.throttle()
      const outcomes = await Promise.all([
        tab.createAccount({ email: anEmail(), password }),
        tab.signIn({ email, password }),
        tab.sendPasswordReset(email),
        tab.sendEmailVerification(returnUrl),
        tab.changeEmail(anEmail(), returnUrl),
        tab.changePassword(password),
        tab.reauthenticate(password),
        tab.checkMailCode('made-up'),
        tab.applyMailCode('made-up'),
        tab.resetPassword('made-up', password),
      ])
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['too-many-requests']))
    })
  })
