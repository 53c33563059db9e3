import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#core/model/routes.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { everyRoute } from './scenes/all.ts'
import type { Scene } from './scenes/scene.ts'
import { whenIdleLoadsEnd } from './support/answering.ts'
import { createPeople } from './support/people.ts'
import { openVisitor } from './support/visitor.ts'
import { useWorld } from './support/world.ts'

/**
 * Every page, signed in or not, in the browser's back-forward cache (`npm run
 * proof:back-forward-cache`). Without PROOF=full four of them.
 */
const isFull = process.env['PROOF'] === 'full'

type Visit = readonly [route: string, visitor: string, options: Pick<Scene, 'person' | 'reached'>]

const signedIn: Visit[2] = { person: 'complete' }
const sample: readonly Visit[] = [
  [routes.home, 'a new visitor', {}],
  ['/sign-up/survey', 'a new visitor', {}],
  ['/sign-up/payment', 'somebody about to pay', { person: 'confirmed' }],
  [routes.account, 'a subscriber', signedIn],
]
const visits: readonly Visit[] = isFull
  ? [
      ...everyRoute.flatMap((route): Visit[] => [
        [route, 'a new visitor', {}],
        [route, 'somebody with results', { reached: 'create-account' }],
        [route, 'a subscriber', signedIn],
      ]),
      ['/sign-up/verify-email', 'somebody unconfirmed', { person: 'unconfirmed' }],
      ['/sign-up/personal-details', 'a new subscriber', { person: 'subscribed' }],
      ['/enroll/download-app', 'somebody enrolled', { person: 'enrolled' }],
      ...sample,
    ]
  : sample

const theWorld = useWorld()

let browser: Browser | undefined
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  const { visitor, records } = theWorld()
  browser = await launchChromium({ hasBackForwardCache: true })
  people = createPeople(visitor, records)
})
afterAll(() => browser?.close())

describe('a page that is left for another document', () => {
  it.each(visits)(
    'is restored as it was: %s for %s',
    async (route, _visitor, { person, reached }) => {
      const { urls, records } = theWorld()
      const known = person && (await people(person))
      const { page, context } = await openVisitor(browser!, urls, records, {
        reached,
        person: known,
      })
      await context.addInitScript(() => {
        addEventListener('pageshow', ({ persisted }) =>
          Object.assign(window, { isRestored: persisted }),
        )
      })
      await page.goto(route, { waitUntil: 'networkidle' })
      // The survey adds its step to the URL.
      await whenIdleLoadsEnd(page)
      const shown = page.url()
      await page.goto(`${urls.console}/`, { waitUntil: 'commit' })
      // Go back only after `evaluate` has returned, since navigating destroys its context.
      await page.evaluate(() => void setTimeout(() => history.back()))
      await page.waitForURL(shown, { waitUntil: 'commit' })
      await page.waitForFunction(() => 'isRestored' in window)
      const { isRestored, reasons } = await page.evaluate(() => ({
        isRestored: (window as { isRestored?: boolean }).isRestored,
        reasons: (
          performance.getEntriesByType('navigation')[0] as { readonly notRestoredReasons?: unknown }
        ).notRestoredReasons,
      }))
      expect({ isRestored, reasons }).toMatchObject({ isRestored: true })
      await context.close()
    },
  )
})
