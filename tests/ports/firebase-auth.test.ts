import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password } from './auth-harness.ts'
import type { AuthTab } from './auth-harness.ts'
import { describeAuthPort } from './auth-port.ts'
import { refusal, setFirebaseStage } from './firebase-auth-harness.ts'
import type { FirebaseStage } from './firebase-auth-harness.ts'
import { describeFirebaseVerification } from './firebase-auth-verification.ts'

describe('Firebase in Chromium against the Auth emulator', () => {
  let stage: FirebaseStage
  beforeAll(async () => {
    stage = await setFirebaseStage()
  })
  afterAll(() => stage.close())

  describe.each([true, false])('with enumeration protection: %s', (isEnumerationProtected) => {
    beforeAll(() => stage.identity.protectEnumeration(isEnumerationProtected))
    describeAuthPort('Firebase', { isEnumerationProtected, makeHarness: () => stage.makeHarness() })
  })

  describe('Firebase beyond the port', () => {
    const email = `beyond-${process.pid}@example.com`
    let page: Page
    let tab: AuthTab

    const stored = () => page.evaluate(() => Object.entries({ ...localStorage }))
    const signUp = async (address: string) => {
      expect(await tab.createAccount({ email: address, password })).toMatchObject({
        kind: 'created',
      })
    }
    const reload = async () => {
      tab = await stage.tabOn(page)
    }

    beforeEach(async () => {
      const harness = await stage.makeHarness()
      tab = await harness.openTab()
      page = stage.firstPage()
      return () => harness.restore()
    })

    it('loads no SDK for a visitor who never signed in', async () => {
      const before = stage.bundle.requests.length
      await tab.currentUser()
      await tab.idToken()
      await tab.reload()
      await tab.signOut()
      expect(stage.bundle.requests).toHaveLength(before)
    })

    it('keeps tokens only under the SDK’s key, and nothing after sign-out', async () => {
      await signUp(`storage-${email}`)
      const entries = await stored()
      expect(entries.find(([key]) => key === 'evenkeel.session')).toEqual(['evenkeel.session', '1'])
      const withToken = entries.filter(([, value]) => /eyJ|oken|@/.test(value)).map(([key]) => key)
      expect(withToken).toEqual(['firebase:authUser:test-key:[DEFAULT]'])
      expect(JSON.stringify(entries)).not.toContain(password)
      expect(await page.evaluate(() => document.cookie + sessionStorage.length)).toBe('0')
      await tab.signOut()
      expect(await stored()).toEqual([])
    })

    it('stays signed out when another tab is late and stores the session again', async () => {
      await signUp(`late-${email}`)
      const key = 'firebase:authUser:test-key:[DEFAULT]'
      const session = await page.evaluate((each) => localStorage.getItem(each) ?? '', key)
      const second = await page.context().newPage()
      const other = await stage.tabOn(second)
      expect(await other.currentUser()).toMatchObject({ email: `late-${email}` })
      await other.signOut()
      await page.evaluate(([each, text]) => localStorage.setItem(each!, text!), [key, session])
      await second.waitForFunction((each) => localStorage.getItem(each) !== null, key)
      for (const each of [tab, other]) expect(await each.currentUser()).toBeNull()
      await page.waitForFunction(() => localStorage.length === 0)
      for (const each of [tab, other]) {
        expect(await each.currentUser()).toBeNull()
        expect(await each.idToken()).toBeNull()
      }
      expect(await tab.heard()).toEqual([`late-${email}`, null])
      expect(await other.heard()).toEqual([null])
    })

    it('adopts a newer session when the page comes back from the back-forward cache', async () => {
      await signUp(`cached-${email}`)
      const cached = await page.context().newPage()
      await cached.addInitScript(() =>
        window.addEventListener('storage', (event) => {
          if (event.isTrusted) event.stopImmediatePropagation()
        }),
      )
      const late = await stage.tabOn(cached)
      const former = await late.idToken()
      // Tokens issued in the same second are identical.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      expect(await tab.changePassword('Another-Keel-3')).toEqual({ kind: 'changed' })
      const next = await tab.idToken()
      expect(next).not.toBe(former)
      await cached.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
      expect(await late.idToken()).toBe(next)
      expect(await late.idToken({ fresh: true })).not.toBeNull()
      expect(await tab.reload()).not.toBeNull()
      await cached.close()
    })

    describe('a page whose user somebody else has replaced in another tab', () => {
      const key = 'firebase:authUser:test-key:[DEFAULT]'
      let accounts = 0
      let next: string
      let other: AuthTab

      beforeEach(async () => {
        accounts += 1
        next = `next-${accounts}-${email}`
        await signUp(`former-${accounts}-${email}`)
        const second = await page.context().newPage()
        other = await stage.tabOn(second)
        return () => second.close()
      })

      it('does nothing for the former user, however late it learns of the change', async () => {
        const deaf = await page.context().newPage()
        await deaf.addInitScript(() =>
          window.addEventListener('storage', (event) => event.stopImmediatePropagation()),
        )
        const late = await stage.tabOn(deaf)
        expect(await late.currentUser()).not.toBeNull()
        await other.signOut()
        expect(await other.createAccount({ email: next, password })).toMatchObject({
          kind: 'created',
        })
        expect(await late.reload()).toBeNull()
        expect(await late.idToken()).toBeNull()
        expect(await late.changePassword('Another-Keel-3')).toEqual({ kind: 'no-user' })
        await new Promise((resolve) => setTimeout(resolve, 2500))
        expect(await other.reload()).toMatchObject({ email: next })
        await deaf.close()
      })

      it('does not sign the next user out when it learns that the former session has ended', async () => {
        let answer = () => {}
        const late = new Promise<void>((resolve) => {
          answer = resolve
        })
        await page.route('**/accounts:lookup**', async (route) => {
          await late
          await route.fulfill({
            status: 400,
            headers: { 'access-control-allow-origin': '*' },
            json: { error: { code: 400, message: 'USER_NOT_FOUND' } },
          })
        })
        const reloading = tab.reload()
        await other.signOut()
        await other.createAccount({ email: next, password })
        await page.waitForFunction(
          ([each, address]) => localStorage.getItem(each!)?.includes(address!),
          [key, next],
        )
        answer()
        expect(await reloading).toBeNull()
        expect(await other.reload()).toMatchObject({ email: next })
        expect(await page.evaluate(() => localStorage.getItem('evenkeel.session'))).toBe('1')
        await page.unrouteAll()
      })
    })

    it('keeps a session that another tab has dropped and is about to restore', async () => {
      const own = `restored-${email}`
      await signUp(own)
      const second = await page.context().newPage()
      await stage.tabOn(second)
      await second.evaluate(() => {
        const key = 'firebase:authUser:test-key:[DEFAULT]'
        const session = localStorage.getItem(key)!
        localStorage.removeItem(key)
        setTimeout(() => localStorage.setItem(key, session), 700)
      })
      // Firebase's SDK does the same when the service is unavailable at the start.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await tab.currentUser()).toMatchObject({ email: own })
      expect(await page.evaluate(() => localStorage.getItem('evenkeel.session'))).toBe('1')
      await second.close()
    })

    it('removes the stored flag of a session that does not exist, without an error', async () => {
      await page.evaluate(() => localStorage.setItem('evenkeel.session', '1'))
      await reload()
      expect(await tab.currentUser()).toBeNull()
      expect(await stored()).toEqual([])
    })

    it.each([
      ['not JSON', () => '\ud800'],
      ['a list', () => '[[[[]]]]'],
      ['not a user', () => '{"signUpData":null}'],
      ['null', () => 'null'],
      ['a user without tokens', (user: object) => JSON.stringify({ ...user, stsTokenManager: {} })],
      ['a user whose id is not text', (user: object) => JSON.stringify({ ...user, uid: 7 })],
      ['a user whose email is not text', (user: object) => JSON.stringify({ ...user, email: {} })],
    ])('ignores a stored session that is %s, and can sign in again', async (name, spoil) => {
      const own = `spoilt-${name.replaceAll(/\W/g, '-')}-${email}`
      await signUp(own)
      const key = 'firebase:authUser:test-key:[DEFAULT]'
      const user = JSON.parse(
        (await page.evaluate((each) => localStorage.getItem(each), key)) ?? '{}',
      ) as object
      await page.evaluate(([each, text]) => localStorage.setItem(each!, text!), [key, spoil(user)])
      const uncaught: string[] = []
      page.on('pageerror', (error) => uncaught.push(error.message))
      await reload()
      expect(await tab.currentUser()).toBeNull()
      expect(await tab.signIn({ email: own, password })).toMatchObject({ kind: 'signed-in' })
      expect(uncaught).toEqual([])
    })

    it('uses the stored user when the connection is broken', async () => {
      await signUp(`broken-${email}`)
      await reload()
      stage.proxy.interfere = () => 'broken connection'
      expect(await tab.currentUser()).toMatchObject({ email: `broken-${email}` })
      const thrown = await Promise.resolve(tab.reload()).catch((error: unknown) => error)
      expect(thrown).toMatchObject({ name: 'PortUnavailable', port: 'auth' })
    })

    it('keeps the session when only the look-up of the user fails', async () => {
      await signUp(`look-up-${email}`)
      await reload()
      stage.proxy.interfere = (path) =>
        path.includes('accounts:lookup') ? refusal(503, 'Internal error encountered.') : null
      await expect(Promise.resolve(tab.currentUser())).rejects.toMatchObject({
        name: 'PortUnavailable',
      })
      await reload()
      stage.proxy.interfere = () => null
      expect(await tab.currentUser()).toMatchObject({ email: `look-up-${email}` })
    })

    it('does not keep a returning visitor waiting for a service that does not respond', async () => {
      await signUp(`silence-${email}`)
      await reload()
      stage.proxy.interfere = () => 'silence'
      await expect(Promise.resolve(tab.currentUser())).rejects.toMatchObject({
        name: 'PortUnavailable',
      })
      await reload()
      stage.proxy.interfere = () => null
      expect(await tab.currentUser()).toMatchObject({ email: `silence-${email}` })
    })

    it('works when IndexedDB never responds', async () => {
      const silent = await page.context().newPage()
      await silent.addInitScript(() => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      })
      const other = await stage.tabOn(silent)
      // The SDK would wait for 30 s and then fail.
      expect(await other.createAccount({ email: `database-${email}`, password })).toMatchObject({
        kind: 'created',
      })
      await silent.close()
    })

    it('is unavailable while its code cannot be loaded, and loads it the next time', async () => {
      await page.route('**/open-firebase-auth-*.js', (route) => route.abort())
      await expect(Promise.resolve(tab.signIn({ email, password }))).rejects.toMatchObject({
        name: 'PortUnavailable',
      })
      await page.unrouteAll()
      await reload()
      expect(await tab.signIn({ email, password })).toMatchObject({
        kind: expect.stringMatching(/wrong-password|user-not-found/),
      })
    })

    it('rethrows an unknown error unchanged', async () => {
      stage.proxy.interfere = () => refusal(400, 'OPERATION_NOT_ALLOWED')
      const thrown = await Promise.resolve(tab.signIn({ email, password })).catch(
        (error: unknown) => error,
      )
      expect(thrown).toMatchObject({
        name: 'FirebaseError',
        message: expect.stringContaining('auth/operation-not-allowed'),
      })
    })

    it('treats an anonymous user as nobody signed in', async () => {
      await signUp(`anonymous-${email}`)
      await page.evaluate(() => {
        const key = 'firebase:authUser:test-key:[DEFAULT]'
        const user = JSON.parse(localStorage.getItem(key) ?? '{}') as object
        localStorage.setItem(key, JSON.stringify({ ...user, isAnonymous: true }))
      })
      stage.proxy.interfere = () => 'broken connection'
      await reload()
      expect(await tab.currentUser()).toBeNull()
      expect(await tab.idToken()).toBeNull()
    })

    it.each([
      ['EXPIRED_OOB_CODE', 'link-expired'],
      ['INVALID_OOB_CODE', 'link-invalid'],
      ['USER_NOT_FOUND', 'link-invalid'],
      ['USER_DISABLED', 'user-disabled'],
    ])('maps the error %s for an email action code to %s', async (message, kind) => {
      stage.proxy.interfere = () => refusal(400, message)
      expect(await tab.checkMailCode('a-code')).toEqual({ kind })
      expect(await tab.applyMailCode('a-code')).toEqual({ kind })
      expect(await tab.resetPassword('a-code', password)).toEqual({ kind })
    })

    it('recognises the code of the mail about a new phone', async () => {
      const mfaInfo = {
        mfaEnrollmentId: 'one',
        phoneInfo: '+1*******4567',
        enrolledAt: '2026-11-21T12:00:00Z',
      }
      stage.proxy.interfere = () => ({
        status: 200,
        body: { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo },
      })
      expect(await tab.checkMailCode('a-code')).toEqual({ kind: 'remove-second-factor', email })
    })
  })

  describeFirebaseVerification(() => stage)
})
