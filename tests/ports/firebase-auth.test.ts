import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe } from 'vitest'
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
import type { AuthHarness, AuthTab } from './auth-port.ts'

const methods = [
  'currentUser',
  'createAccount',
  'signIn',
  'signOut',
  'sendPasswordReset',
  'sendEmailVerification',
  'reload',
  'changeEmail',
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

  const tabOn = async (page: Page): Promise<AuthTab> => {
    await page.goto(`${bundle.url}/?emulator=${encodeURIComponent(proxy.url)}`)
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
      removeAccount: (email) => identity.removeAccount(email),
      disableAccount: (email) => identity.disableAccount(email),
      ageSignIn: () => {
        proxy.interfere = (path, body) => {
          if (path.includes('accounts:signInWithPassword')) proxy.interfere = () => null
          const isRefused = path.includes('accounts:sendOobCode') && body.includes('VERIFY_AND_CHANGE_EMAIL')
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
})
