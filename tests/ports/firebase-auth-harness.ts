import type { Browser, BrowserContext, Page } from 'playwright'
import type { AuthPort } from '#core/ports/auth.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startFlakyProxy } from '#tests/support/flaky-proxy.ts'
import type { FlakyProxy } from '#tests/support/flaky-proxy.ts'
import { startIdentity } from '#tests/support/identity.ts'
import type { Identity } from '#tests/support/identity.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { password } from './auth-harness.ts'
import type { AuthHarness, AuthTab } from './auth-harness.ts'

const methods = [
  'currentUser',
  'createAccount',
  'signIn',
  'signOut',
  'sendPasswordReset',
  'sendEmailVerification',
  'readMailLink',
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

export const refusal = (status: number, message: string) => ({
  status,
  body: { error: { code: status, message } },
})

/**
 * The Auth emulator behind a proxy that can interfere, and a browser whose pages hold the port at
 * `window.port`.
 */
export type FirebaseStage = {
  readonly identity: Identity
  readonly proxy: FlakyProxy
  readonly bundle: PageBundle
  readonly makeHarness: () => Promise<AuthHarness>
  /** The first page of the first device, as the latest harness opened it. */
  readonly firstPage: () => Page
  /** The port on this page, reloaded; with `captcha`, app verification is on. */
  readonly tabOn: (page: Page, options?: { readonly captcha?: boolean }) => Promise<AuthTab>
  readonly close: () => Promise<void>
}

/**
 * Contexts and their first pages are emptied and reused, because creating them takes longer than
 * most cases.
 */
const emptied = async (context: BrowserContext): Promise<Page> => {
  const [page = await context.newPage(), ...others] = context.pages()
  await Promise.all(others.map((other) => other.close()))
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
  return page
}

export const setFirebaseStage = async (): Promise<FirebaseStage> => {
  const [identity, bundle, browser]: [Identity, PageBundle, Browser] = await Promise.all([
    startIdentity(),
    servePageBundle('tests/support/pages/firebase-auth.ts'),
    launchChromium(),
  ])
  const proxy = await startFlakyProxy(identity.url)
  const devices = [await browser.newContext(), await browser.newContext()] as const

  const tabOn: FirebaseStage['tabOn'] = async (page, { captcha = false } = {}) => {
    await page.goto(
      `${bundle.url}/?emulator=${encodeURIComponent(proxy.url)}${captcha ? '&captcha' : ''}`,
    )
    await page.waitForFunction(() => 'port' in window)
    return {
      ...remotePort<Omit<AuthPort, 'onUserChanged'>>(page, methods),
      heard: () => page.evaluate(() => window.heard),
    }
  }

  const makeHarness = async (): Promise<AuthHarness> => {
    const [own, other] = await Promise.all([emptied(devices[0]), emptied(devices[1])])
    const unused = new Set([own, other])
    return {
      openTab: async () => tabOn(unused.delete(own) ? own : await devices[0].newPage()),
      openBrowser: async () =>
        tabOn(unused.delete(other) ? other : await (await browser.newContext()).newPage()),
      mailsTo: async (email) =>
        (await identity.mailsTo(email)).map((mail) =>
          new URL(mail.oobLink).searchParams.get('continueUrl'),
        ),
      openLatestMail: async (email) => {
        const latest = (await identity.mailsTo(email)).at(-1)
        if (latest) await identity.open(latest)
      },
      latestCode: async (email) => {
        const latest = (await identity.mailsTo(email)).at(-1)
        return (latest && new URL(latest.oobLink).searchParams.get('oobCode')) ?? ''
      },
      latestLink: async (email) => {
        const latest = (await identity.mailsTo(email)).at(-1)
        return latest ? new URL(latest.oobLink).search : ''
      },
      moveEmail: (email, next) => identity.moveEmail({ email, password }, next),
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
      loseAnswers: () => {
        proxy.interfere = () => 'lost answer'
      },
      throttle: () => {
        proxy.interfere = () => refusal(400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Try again later.')
      },
      restore: () => {
        proxy.interfere = () => null
      },
    }
  }

  return {
    identity,
    proxy,
    bundle,
    makeHarness,
    firstPage: () => {
      const [page] = devices[0].pages()
      if (!page) throw new Error('No tab was opened.')
      return page
    },
    tabOn,
    close: async () => {
      await browser.close()
      await Promise.all([bundle.close(), proxy.close(), identity.stop()])
    },
  }
}
