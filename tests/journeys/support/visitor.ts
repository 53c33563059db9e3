import type { Browser, BrowserContext, Page } from 'playwright'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import type { Answers } from '#core/model/survey.ts'
import { readStored, storeNewEntries } from '#tests/support/stored-state.ts'
import type { SavedBrowser } from '#tests/support/stored-state.ts'
import { translatePage } from '#tests/support/translate-page.ts'
import { aState } from './a-state.ts'
import type { Reached } from './a-state.ts'
import { answerAll, headingChanged, headingOf, painted } from './answering.ts'
import { freshCardNumber } from './fresh-card.ts'
import { cardFrameOf, pointer } from './hands.ts'
import { hydrated } from './hydrated.ts'
import type { ProductUrls } from './product.ts'
import type { Records } from './records.ts'

/** A user with an account, and the state of their browser. */
export type SignedIn = {
  readonly storage: SavedBrowser
  readonly email: string
  readonly password: string
}

export type VisitorOptions = {
  readonly width?: number
  readonly variant?: MoneyBeliefResultVariant
  /** `never-here`: nothing is stored, not even the variant. */
  readonly reached?: Reached | 'never-here'
  /** Their answers, where they differ from the usual ones. */
  readonly answers?: Answers
  /** The person whose browser state is used. */
  readonly person?: SignedIn
  /** The email address they enter; by default one that nobody has. */
  readonly email?: string
  /** False: the browser runs no JavaScript. */
  readonly hasScripts?: boolean
  /** True: the browser translates each page once it is interactive. */
  readonly isTranslated?: boolean
}

export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  readonly email: string
  readonly password: string
  /** Opens a path of the site. */
  readonly open: (path: string) => Promise<void>
  readonly at: (path: string | RegExp) => Promise<void>
  /** Path and query. */
  readonly path: () => string
  readonly heading: () => Promise<string>
  readonly press: (name: string | RegExp) => Promise<void>
  /** `shown` is called with each question's number before it is answered. */
  readonly answerSurvey: (shown?: (number: number) => Promise<void>) => Promise<void>
  readonly answerBeliefs: () => Promise<void>
  /** Answers the question shown with an option, counted from 0, and waits for what follows. */
  readonly choose: (index: number) => Promise<void>
  readonly createAccount: () => Promise<void>
  /** Goes to the payment step, with an account and a confirmed email. */
  readonly goToPayment: () => Promise<void>
  readonly fillCard: (number?: string) => Promise<void>
  readonly fillDetails: () => Promise<void>
  readonly stored: () => Promise<Readonly<Record<string, string>>>
  /** Allows responses with this status, and the line the browser logs about them. */
  readonly expectStatus: (status: number) => void
  /** From now on requests to URLs that begin like this fail, until `restore` is called. */
  readonly cutOff: (origin: string) => Promise<{ restore: () => Promise<void> }>
  readonly complaints: () => readonly string[]
  /** Allows console messages like these. */
  readonly forgive: (expected: RegExp) => void
}

/**
 * The browser's warning about a preload that a busy machine used late. Only the proofs, which run
 * alone, fail on it.
 */
const isLatePreload = /was preloaded using link preload but not used within a few seconds/
const isProof = process.env['PROOF'] === 'full'

const translateOnceInteractive = `if (window === window.top) {
  const waiting = setInterval(() => {
    if (!document.querySelector('${hydrated} main h1')) return
    clearInterval(waiting)
    ;(${String(translatePage)})(document)
  }, 20)
}`

let visitors = 0

const isLoadFailure =
  /^Failed to load resource: (?:the server responded with a status of (\d+)|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/

/** Ignored, because only tests about it take a browser offline. */
const isOffline = (line: string) => line.endsWith('INTERNET_DISCONNECTED')

/** Closes the browser. Route handlers that are still running are not errors. */
export const closeVisitor = async ({ context }: Pick<Visitor, 'context'>): Promise<void> => {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/** A person with a browser of their own, who has got as far as `reached` says. */
export const openVisitor = async (
  browser: Browser,
  urls: ProductUrls,
  records: Records,
  {
    width = 1280,
    variant = '1 Step',
    reached = 'nothing',
    answers,
    person,
    email: ownEmail,
    hasScripts = true,
    isTranslated = false,
  }: VisitorOptions,
): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 740 : 900 },
    reducedMotion: 'reduce',
    baseURL: urls.site,
    javaScriptEnabled: hasScripts,
    ...(person && { storageState: person.storage }),
  })
  if (!person && reached !== 'never-here') {
    const state = await aState(records, reached, variant, answers)
    await context.addInitScript(storeNewEntries, { [PERSISTED_STATE]: state })
  }
  if (isTranslated) await context.addInitScript(translateOnceInteractive)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const email =
    person?.email ?? ownEmail ?? `visitor-${process.pid}-${Date.now()}-${++visitors}@example.com`
  const password = person?.password ?? 'Sailing-42'

  const complaints: string[] = []
  /** Messages that the test or the scene expects. */
  const forgiven: RegExp[] = []
  const expectedStatuses = new Set<number>()
  let isCutOff = false
  page.on('pageerror', (error) =>
    complaints.push(`Uncaught at ${page.url()}: ${error.stack ?? error.message}`),
  )
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (!isProof && isLatePreload.test(message.text())) return
    const failure = isLoadFailure.exec(message.text())
    if (
      failure &&
      (failure[1] === undefined
        ? isCutOff || isOffline(failure[0])
        : expectedStatuses.has(Number(failure[1])))
    )
      return
    complaints.push(`${message.type()} at ${page.url()}: ${message.text()}`)
  })

  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name })
    // Scrolls to the button, and retries if the page replaces it meanwhile.
    await button.click({ trial: true })
    // Right after scrolling, the browser may still send a click to a provider's frame that was
    // there before.
    await painted(page)
    const box = await button.boundingBox()
    // `click` would scroll a button at the bottom edge again, away from the pointer.
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    else await button.click()
  }
  const at = async (path: string | RegExp) => {
    await page.waitForURL((url) =>
      typeof path === 'string' ? url.pathname === path : path.test(url.pathname + url.search),
    )
    // The router renders a frame after it has changed the address. Pages without scripts, or that
    // redirect, never report that, so the wait is limited.
    await Promise.race([painted(page).catch(() => {}), page.waitForTimeout(2000)])
  }

  const createAccount = async () => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('checkbox').check()
    await press(/^(Create account|Start )/)
  }

  return {
    page,
    context,
    email,
    password,
    path: () => {
      const { pathname, search } = new URL(page.url())
      return pathname + search
    },
    heading: () => headingOf(page),
    press,
    at,
    open: async (path) => void (await page.goto(path)),
    answerSurvey: async (shown) => {
      await at(/\/(sign-up|assessment)\/survey/)
      await answerAll(page, pointer, { shown })
    },
    answerBeliefs: async () => {
      await at(/\/money-belief(\?|$)/)
      await answerAll(page, pointer)
    },
    choose: async (index) => {
      const before = await headingOf(page)
      await pointer.answer(page.locator('main form').getByRole('radio'), index)
      await headingChanged(page, before)
    },
    createAccount,
    goToPayment: async () => {
      await page.goto('/sign-up/create-account')
      await createAccount()
      await at('/sign-up/verify-email')
      await records.confirmEmail(email)
      await at('/sign-up/payment')
    },
    fillCard: async (number = freshCardNumber()) => {
      const frame = await cardFrameOf(page)
      await frame.getByLabel('Card number').fill(number)
      await frame.getByLabel(/Expir/).fill('12 / 34')
      await frame.getByLabel(/Security code/).fill('123')
    },
    fillDetails: async () => {
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByLabel('Year of birth').fill('1985')
    },
    stored: () => page.evaluate(readStored),
    expectStatus: (status) => void expectedStatuses.add(status),
    cutOff: async (origin) => {
      isCutOff = true
      await context.route(`${origin}/**`, (route) => route.abort())
      return { restore: () => context.unroute(`${origin}/**`) }
    },
    complaints: () =>
      complaints.filter((complaint) => !forgiven.some((expected) => expected.test(complaint))),
    forgive: (expected) => void forgiven.push(expected),
  }
}
