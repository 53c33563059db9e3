import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import type { Answers } from '#core/model/survey.ts'
import type { Reached } from '../support/a-state.ts'
import type { Person } from '../support/people.ts'
import type { ProductUrls } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'

/** The kind of state that a screen is in. */
export type SceneState =
  'ready' | 'empty' | 'wrong' | 'error' | 'busy' | 'done' | 'loading' | 'offline'

/**
 * A screen in one of its states, and how a visitor gets to see it. The walk checks each, and the
 * screenshots show each.
 */
export type Scene = {
  /** Unique; also names its screenshots: `survey-wrong`. */
  readonly name: string
  readonly group: string
  /** The route shown, without query. */
  readonly path: string
  readonly state: SceneState
  /** The status of the page itself; 200 by default. */
  readonly status?: number
  /** Responses with these statuses are part of the scene. */
  readonly expects?: readonly number[]
  /** How far a visitor without an account has got before the scene begins. */
  readonly reached?: Reached
  /** Their answers, where they differ from the usual ones. */
  readonly answers?: Answers
  readonly variant?: MoneyBeliefResultVariant
  /** Who is signed in; nobody by default. */
  readonly person?: Person
  /** Brings a new page to the scene. By default the path is opened. */
  readonly show?: (visitor: Visitor, urls: ProductUrls) => Promise<void>
}

/** Scenes with the same start. */
export const scenesOf = (
  start: Pick<Scene, 'group' | 'reached' | 'person'>,
  scenes: readonly Omit<Scene, 'group'>[],
): readonly Scene[] => scenes.map((scene) => ({ ...start, ...scene }))

/** Requests to matching URLs never get an answer. */
export const hold = async ({ context }: Visitor, address: string | RegExp): Promise<void> => {
  await context.route(address, () => new Promise(() => {}))
}

/** Opens the page as the server sent it, while its scripts are still loading. */
export const openWithoutScripts = async (visitor: Visitor, path: string): Promise<void> => {
  await hold(visitor, /\.js(\?|$)/)
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.locator('main h1').first().waitFor()
}

/** Opens the page while some of its code is answered with 503. */
export const openWithoutCode = async (visitor: Visitor, path: string): Promise<void> => {
  await visitor.context.route('**/foundation-*.js', (route) => route.fulfill({ status: 503 }))
  // The settings are preloaded for the code that does not load.
  visitor.forgive(/Not rendering React|Loading chunk|config\.json was preloaded/)
  await visitor.page.goto(path)
  await seeText(visitor, 'Part of this page didn’t load')
}

/** Opens a payment step, and waits for the provider's fields. */
export const openPayment = async (visitor: Visitor, path: string): Promise<void> => {
  await visitor.open(path)
  await visitor.page.waitForSelector('main iframe[src*="elements"]')
  await visitor.page.locator('main [aria-busy]').waitFor({ state: 'hidden' })
}

/** Applies a code whose check never ends. */
export const checkCode = async (visitor: Visitor): Promise<void> => {
  await hold(visitor, '**/stripe/promotion_codes*')
  await visitor.page.getByText('Have a code?').click()
  await visitor.page.getByLabel(/^Promotion code/).fill('WELCOME20')
  await visitor.press('Apply')
  await seeText(visitor, 'Checking the code')
}

export const seeText = ({ page }: Visitor, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor()

export const sorry = 'Oops... something went wrong.'
export const required = 'This field is required.'
