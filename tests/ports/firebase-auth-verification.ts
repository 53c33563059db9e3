import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { anEmail, password, returnUrl } from './auth-harness.ts'
import type { AuthTab } from './auth-harness.ts'
import { refusal } from './firebase-auth-harness.ts'
import type { FirebaseStage } from './firebase-auth-harness.ts'

/**
 * Replaces Google's script: a token for each executed widget, unless the puzzle is left unsolved.
 */
const answerAsRecaptcha = (page: Page, { solves = true } = {}) =>
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

/** Tests of Firebase's second factor and reCAPTCHA beyond the port. */
export const describeFirebaseVerification = (stageOf: () => FirebaseStage) =>
  describe('Firebase beyond the port: verification', () => {
    let stage: FirebaseStage
    let page: Page
    let tab: AuthTab
    beforeEach(async () => {
      stage = stageOf()
      const harness = await stage.makeHarness()
      tab = await harness.openTab()
      page = stage.firstPage()
      return async () => {
        harness.restore()
        await page.unrouteAll()
      }
    })

    describe('with a phone', () => {
      const phone = '+12125550100'
      let own: string
      beforeEach(async () => {
        own = anEmail()
        await tab.createAccount({ email: own, password })
        await tab.sendEmailVerification(returnUrl)
        const [mail] = await stage.identity.mailsTo(own)
        if (mail) await stage.identity.open(mail)
        await tab.reload()
      })
      const add = async () => {
        await tab.setUpVerifier()
        await tab.sendEnrolmentCode(phone)
        return tab.enrol(await stage.identity.latestTextCode(phone))
      }

      it.each([
        ['SESSION_EXPIRED', 'code-expired'],
        ['INVALID_SESSION_INFO', 'code-expired'],
        ['INVALID_MFA_PENDING_CREDENTIAL', 'sign-in-expired'],
        ['USER_DISABLED', 'user-disabled'],
      ])('maps the error %s in the second step to %s', async (message, kind) => {
        await add()
        await tab.signOut()
        await tab.signIn({ email: own, password })
        await tab.setUpVerifier()
        await tab.sendSignInCode()
        stage.proxy.interfere = () => refusal(400, message)
        expect(await tab.confirmSignIn('123456')).toEqual({ kind })
      })

      it('maps the error CAPTCHA_CHECK_FAILED to check-failed', async () => {
        stage.proxy.interfere = (path) =>
          path.includes('mfaEnrollment:start') ? refusal(400, 'CAPTCHA_CHECK_FAILED') : null
        await tab.setUpVerifier()
        expect(await tab.sendEnrolmentCode(phone)).toEqual({ kind: 'check-failed' })
      })

      it('sends a fresh reCAPTCHA token with each message when verification is on', async () => {
        await answerAsRecaptcha(page)
        tab = await stage.tabOn(page, { captcha: true })
        const tokens: unknown[] = []
        stage.proxy.interfere = (path, body) => {
          if (path.includes('mfaEnrollment:start'))
            tokens.push(JSON.parse(body).phoneEnrollmentInfo.recaptchaToken)
          return null
        }
        expect(await add()).toEqual({ kind: 'enrolled' })
        await tab.setUpVerifier()
        expect(await tab.sendEnrolmentCode('+12125550101')).toEqual({ kind: 'sent' })
        expect(tokens).toEqual(['token-1', 'token-2'])
      })
    })

    describe('the check for a person when verification is on', () => {
      const places = () => page.locator('body > div').count()

      it('is passed with a token, and leaves nothing on the page', async () => {
        await answerAsRecaptcha(page)
        tab = await stage.tabOn(page, { captcha: true })
        const before = await places()
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
        expect(await places()).toBe(before)
      })

      it('fails for a visitor who does not solve the puzzle', async () => {
        await answerAsRecaptcha(page, { solves: false })
        tab = await stage.tabOn(page, { captcha: true })
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'failed' })
      })

      it('is unavailable when reCAPTCHA cannot load, and can be tried again', async () => {
        await page.route('https://www.google.com/**', (route) => route.abort())
        tab = await stage.tabOn(page, { captcha: true })
        await expect(Promise.resolve(tab.setUpVerifier())).rejects.toMatchObject({
          name: 'PortUnavailable',
          port: 'auth',
        })
        await page.unrouteAll()
        await answerAsRecaptcha(page)
        await tab.setUpVerifier()
        expect(await tab.checkPerson()).toEqual({ kind: 'passed' })
      })
    })
  })
