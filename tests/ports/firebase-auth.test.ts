import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuthPort } from '#core/ports/auth.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startFlakyProxy } from '#tests/support/flaky-proxy.ts'
import type { FlakyProxy } from '#tests/support/flaky-proxy.ts'
import { startIdentity } from '#tests/support/identity.ts'
import type { Identity } from '#tests/support/identity.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { describeAuthPort } from './auth-port.ts'
import type { AuthHarness, AuthTab } from './auth-harness.ts'

const methods = [
  'currentUser',
  'createAccount',
  'signIn',
  'signOut',
  'sendPasswordReset',
  'sendEmailVerification',
  'checkMailCode',
  'applyMailCode',
  'resetPassword',
  'setUpVerifier',
  'checkPerson',
  'secondFactors',
  'sendEnrolmentCode',
  'enrol',
  'removeSecondFactor',
  'sendSignInCode',
  'confirmSignIn',
  'reload',
  'changeEmail',
  'changePassword',
  'reauthenticate',
  'idToken',
] as const

const refusal = (status: number, message: string) => ({ status, body: { error: { code: status, message } } })

describe('Firebase in Chromium against the Auth emulator', () => {
  let identity: Identity
  let proxy: FlakyProxy
  let bundle: PageBundle
  let browser: Browser
  let devices: readonly [BrowserContext, BrowserContext]

  beforeAll(async () => {
    ;[identity, bundle, browser] = await Promise.all([
      startIdentity(),
      servePageBundle('tests/support/pages/firebase-auth.ts'),
      launchChromium(),
    ])
    proxy = await startFlakyProxy(identity.url)
    devices = [await browser.newContext(), await browser.newContext()]
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await Promise.all([bundle.close(), proxy.close(), identity.stop()])
  }, 30_000)

  const tabOn = async (page: Page, { captcha = false } = {}): Promise<AuthTab> => {
    await page.goto(`${bundle.url}/?emulator=${encodeURIComponent(proxy.url)}${captcha ? '&captcha' : ''}`)
    await page.waitForFunction(() => 'port' in window)
    return {
      ...remotePort<Omit<AuthPort, 'onUserChanged'>>(page, methods),
      heard: () => page.evaluate(() => window.heard),
    }
  }

  /** Contexts and their first pages are used again, emptied: making them takes longer than most cases do. */
  const emptied = async (context: BrowserContext): Promise<Page> => {
    const [page = await context.newPage(), ...others] = context.pages()
    await Promise.all(others.map((other) => other.close()))
    if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
    return page
  }

  const makeHarness = async (): Promise<AuthHarness> => {
    const [own, other] = await Promise.all([emptied(devices[0]), emptied(devices[1])])
    const unused = new Set([own, other])
    return {
      openTab: async () => tabOn(unused.delete(own) ? own : await devices[0].newPage()),
      openBrowser: async () => tabOn(unused.delete(other) ? other : await (await browser.newContext()).newPage()),
      mailsTo: async (email) => (await identity.mailsTo(email)).map((mail) => new URL(mail.oobLink).searchParams.get('continueUrl')),
      openLatestMail: async (email) => {
        const latest = (await identity.mailsTo(email)).at(-1)
        if (latest) await identity.open(latest)
      },
      latestCode: async (email) => {
        const latest = (await identity.mailsTo(email)).at(-1)
        return (latest && new URL(latest.oobLink).searchParams.get('oobCode')) ?? ''
      },
      moveEmail: (email, next) => identity.moveEmail({ email, password: 'Calm-Lake-1' }, next),
      latestTextCode: (phone) => identity.latestTextCode(phone),
      removeAccount: (email) => identity.removeAccount(email),
      disableAccount: (email) => identity.disableAccount(email),
      ageSignIn: () => {
        proxy.interfere = (path, body) => {
          if (path.includes('accounts:signInWithPassword')) proxy.interfere = () => null
          const isRefused =
            path.includes('accounts:update') ||
            path.includes('/mfaEnrollment:') ||
            (path.includes('accounts:sendOobCode') && body.includes('VERIFY_AND_CHANGE_EMAIL'))
          return isRefused ? refusal(400, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN') : null
        }
      },
      fail: () => {
        proxy.interfere = () => refusal(503, 'The service is currently unavailable.')
      },
      throttle: () => {
        proxy.interfere = () => refusal(400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Try again later.')
      },
      restore: () => {
        proxy.interfere = () => null
      },
    }
  }

  describe.each([true, false])('with enumeration protection: %s', (isEnumerationProtected) => {
    beforeAll(() => identity.protectEnumeration(isEnumerationProtected))
    describeAuthPort('Firebase', { isEnumerationProtected, makeHarness })
  })

  describe('Firebase beyond the port', () => {
    const email = `beyond-${process.pid}@example.com`
    const password = 'Calm-Lake-1'
    let page: Page
    let tab: AuthTab

    const stored = () => page.evaluate(() => Object.entries({ ...localStorage }))
    const openPage = async () => {
      const own = (await makeHarness()).openTab
      const opened = await own()
      page = devices[0].pages()[0] ?? page
      return opened
    }
    const signUp = async (address: string) => {
      expect(await tab.createAccount({ email: address, password })).toMatchObject({ kind: 'created' })
    }
    const reload = async () => {
      tab = await tabOn(page)
    }

    beforeEach(async () => {
      tab = await openPage()
      return () => {
        proxy.interfere = () => null
      }
    })

    it('loads no SDK for a visitor who never signed in', async () => {
      const before = bundle.requests.length
      await tab.currentUser()
      await tab.idToken()
      await tab.reload()
      await tab.signOut()
      expect(bundle.requests).toHaveLength(before)
    })

    it('keeps tokens under the key of the SDK and nowhere else, and leaves nothing behind', async () => {
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

    it('forgets the hint of a session that is not there, without an error', async () => {
      await page.evaluate(() => localStorage.setItem('evenkeel.session', '1'))
      await reload()
      expect(await tab.currentUser()).toBeNull()
      expect(await stored()).toEqual([])
    })

    it('takes the stored user where the connection is broken', async () => {
      await signUp(`broken-${email}`)
      await reload()
      proxy.interfere = () => 'broken connection'
      expect(await tab.currentUser()).toMatchObject({ email: `broken-${email}` })
      const fault = await Promise.resolve(tab.reload()).catch((error: unknown) => error)
      expect(fault).toMatchObject({ name: 'PortUnavailable', port: 'auth' })
    })

    it('keeps the session when only the look-up of the user fails', async () => {
      await signUp(`look-up-${email}`)
      await reload()
      proxy.interfere = (path) => (path.includes('accounts:lookup') ? refusal(503, 'Internal error encountered.') : null)
      await expect(Promise.resolve(tab.currentUser())).rejects.toMatchObject({ name: 'PortUnavailable' })
      await reload()
      proxy.interfere = () => null
      expect(await tab.currentUser()).toMatchObject({ email: `look-up-${email}` })
    })

    it('does not keep a returning visitor waiting for a service that says nothing', async () => {
      await signUp(`silence-${email}`)
      await reload()
      proxy.interfere = () => 'silence'
      await expect(Promise.resolve(tab.currentUser())).rejects.toMatchObject({ name: 'PortUnavailable' })
      await reload()
      proxy.interfere = () => null
      expect(await tab.currentUser()).toMatchObject({ email: `silence-${email}` })
    })

    it('is out of reach while its code can not be loaded, and loads it the next time', async () => {
      await page.route('**/firebase-auth-*.js', (route) => route.abort())
      await expect(Promise.resolve(tab.signIn({ email, password }))).rejects.toMatchObject({ name: 'PortUnavailable' })
      await page.unrouteAll()
      await reload()
      expect(await tab.signIn({ email, password })).toMatchObject({ kind: expect.stringMatching(/wrong-password|user-not-found/) })
    })

    it('throws what it has no word for as it came', async () => {
      proxy.interfere = () => refusal(400, 'OPERATION_NOT_ALLOWED')
      const fault = await Promise.resolve(tab.signIn({ email, password })).catch((error: unknown) => error)
      expect(fault).toMatchObject({ name: 'FirebaseError', message: expect.stringContaining('auth/operation-not-allowed') })
    })

    it('counts an anonymous user as nobody', async () => {
      await signUp(`anonymous-${email}`)
      await page.evaluate(() => {
        const key = 'firebase:authUser:test-key:[DEFAULT]'
        const user = JSON.parse(localStorage.getItem(key) ?? '{}') as object
        localStorage.setItem(key, JSON.stringify({ ...user, isAnonymous: true }))
      })
      proxy.interfere = () => 'broken connection'
      await reload()
      expect(await tab.currentUser()).toBeNull()
      expect(await tab.idToken()).toBeNull()
    })

    it.each([
      ['EXPIRED_OOB_CODE', 'link-expired'],
      ['INVALID_OOB_CODE', 'link-invalid'],
      ['USER_NOT_FOUND', 'link-invalid'],
      ['USER_DISABLED', 'user-disabled'],
    ])('takes the answer %s about the code of a mail for %s', async (message, kind) => {
      proxy.interfere = () => refusal(400, message)
      expect(await tab.checkMailCode('a-code')).toEqual({ kind })
      expect(await tab.applyMailCode('a-code')).toEqual({ kind })
      expect(await tab.resetPassword('a-code', password)).toEqual({ kind })
    })

    it('knows the code of the mail that tells of a new phone', async () => {
      const mfaInfo = { mfaEnrollmentId: 'one', phoneInfo: '+1*******4567', enrolledAt: '2026-11-21T12:00:00Z' }
      proxy.interfere = () => ({ status: 200, body: { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo } })
      expect(await tab.checkMailCode('a-code')).toEqual({ kind: 'remove-second-factor', email })
    })

    describe('with a phone', () => {
      const phone = '+12125550100'
      let own: string
      beforeEach(async () => {
        own = `phone-${Date.now()}-${email}`
        await signUp(own)
        await tab.sendEmailVerification('http://localhost:8000/sign-up/email-confirmed')
        const [mail] = await identity.mailsTo(own)
        if (mail) await identity.open(mail)
        await tab.reload()
      })
      const add = async () => {
        await tab.setUpVerifier()
        await tab.sendEnrolmentCode(phone)
        return tab.enrol(await identity.latestTextCode(phone))
      }

      it.each([
        ['SESSION_EXPIRED', 'code-expired'],
        ['INVALID_SESSION_INFO', 'code-expired'],
        ['INVALID_MFA_PENDING_CREDENTIAL', 'sign-in-expired'],
        ['USER_DISABLED', 'user-disabled'],
      ])('takes the answer %s in the second step for %s', async (message, kind) => {
        await add()
        await tab.signOut()
        await tab.signIn({ email: own, password })
        await tab.setUpVerifier()
        await tab.sendSignInCode()
        proxy.interfere = () => refusal(400, message)
        expect(await tab.confirmSignIn('123456')).toEqual({ kind })
      })

      it('says when the check of the person was refused', async () => {
        proxy.interfere = (path) => (path.includes('mfaEnrollment:start') ? refusal(400, 'CAPTCHA_CHECK_FAILED') : null)
        await tab.setUpVerifier()
        expect(await tab.sendEnrolmentCode(phone)).toEqual({ kind: 'check-failed' })
      })

      it('sends a fresh token of reCAPTCHA with each message when verification is on', async () => {
        await answerAsRecaptcha()
        tab = await tabOn(page, { captcha: true })
        const tokens: unknown[] = []
        proxy.interfere = (path, body) => {
          if (path.includes('mfaEnrollment:start')) tokens.push(JSON.parse(body).phoneEnrollmentInfo.recaptchaToken)
          return null
        }
        expect(await add()).toEqual({ kind: 'enrolled' })
        await tab.setUpVerifier()
        expect(await tab.sendEnrolmentCode('+12125550101')).toEqual({ kind: 'sent' })
        expect(tokens).toEqual(['token-1', 'token-2'])
        await page.unrouteAll()
      })
    })

    /** Answers in Google's stead, as its script would: a token for each widget that is run, unless the puzzle is left alone. */
    const answerAsRecaptcha = ({ solves = true } = {}) =>
      page.route('https://www.google.com/recaptcha/api.js*', (route) => {
        const ready = new URL(route.request().url()).searchParams.get('onload') ?? ''
        return route.fulfill({
          contentType: 'text/javascript',
          body: `
            const widgets = []
            window.grecaptcha = {
              render: (element, parameters) => widgets.push(parameters),
              getResponse: () => '',
              execute: (id) => { if (${solves}) widgets[id - 1].callback('token-' + id) },
              reset: () => {},
            }
            window[${JSON.stringify(ready)}]()`,
        })
      })

    describe('the check of the person when verification is on', () => {
      const places = () => page.locator('body > div').count()

      it('is passed with a token, and leaves nothing on the page', async () => {
        await answerAsRecaptcha()
        tab = await tabOn(page, { captcha: true })
        const before = await places()
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
        expect(await places()).toBe(before)
        await page.unrouteAll()
      })

      it('fails for one who leaves the puzzle alone', async () => {
        await answerAsRecaptcha({ solves: false })
        tab = await tabOn(page, { captcha: true })
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'failed' })
        await page.unrouteAll()
      })

      it('is an outage where reCAPTCHA can not load, and can be tried again', async () => {
        await page.route('https://www.google.com/**', (route) => route.abort())
        tab = await tabOn(page, { captcha: true })
        await expect(Promise.resolve(tab.setUpVerifier())).rejects.toMatchObject({ name: 'PortUnavailable', port: 'auth' })
        await page.unrouteAll()
        await answerAsRecaptcha()
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
        await page.unrouteAll()
      })
    })
  })
})
