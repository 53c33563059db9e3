import { routes } from '#core/model/routes.ts'
import { team } from '#web/content/team.ts'
import { scrollTo } from '../support/hands.ts'
import type { Visitor } from '../support/visitor.ts'
import type { Scene } from './scene.ts'

const group = 'General'

const plain: readonly Scene[] = [
  ['how-it-works', routes.howItWorks],
  ['company', routes.company],
  ['member', `${routes.company}/${team[0]?.id}`],
  ['press', routes.press],
  ['careers', routes.careers],
  ['terms-of-use', routes.termsOfUse],
  ['privacy-policy', routes.privacyPolicy],
  ['security', routes.security],
].map(([name, path]) => ({ name: name!, group, path: path!, state: 'ready' }))

/** Opens the home page, and scrolls to the prices so that they load, and back. */
const openHome = async ({ open, page }: Visitor) => {
  await open(routes.home)
  await scrollTo(page.locator('#plans'))
  await page
    .getByText(/days free\.$/)
    .first()
    .waitFor()
  await scrollTo(page.locator('h1'))
}

export const generalScenes: readonly Scene[] = [
  { name: 'home', group, path: routes.home, state: 'ready', show: openHome },
  ...plain,
  {
    name: 'home-prices',
    group,
    path: routes.home,
    state: 'done',
    show: async (visitor) => {
      await openHome(visitor)
      for (const question of await visitor.page.locator('#questions summary').all())
        await question.click()
    },
  },
  {
    name: 'home-continue',
    group,
    path: routes.home,
    state: 'ready',
    reached: 'money-belief',
    show: async (visitor) => {
      await openHome(visitor)
      await visitor.page.getByRole('link', { name: /^Continue:/ }).waitFor()
    },
  },
  {
    name: 'home-member',
    group,
    path: routes.home,
    state: 'ready',
    person: 'complete',
    show: async (visitor) => {
      await openHome(visitor)
      const main = visitor.page.getByRole('main')
      await main.getByRole('link', { name: 'Go to your account' }).first().waitFor()
    },
  },
  {
    name: 'home-offline',
    group,
    path: routes.home,
    state: 'offline',
    show: async ({ open, page, context }) => {
      await open(routes.home)
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.getByText(/You’re offline/).waitFor()
    },
  },
  {
    name: 'home-menu',
    group,
    path: routes.home,
    state: 'ready',
    show: async (visitor) => {
      await openHome(visitor)
      await visitor.page
        .locator('header details')
        .evaluate((menu: HTMLDetailsElement) => (menu.open = true))
    },
  },
  {
    name: 'journey-help',
    group,
    path: '/enroll/payment',
    state: 'ready',
    show: async ({ open, page }) => {
      await open('/enroll/payment')
      await page.getByRole('radio', { name: /Annual/ }).waitFor({ state: 'attached' })
      await page.getByRole('banner').getByText('Help', { exact: true }).click()
    },
  },
  {
    name: 'privacy-policy-analytics-off',
    group,
    path: routes.privacyPolicy,
    state: 'done',
    show: async ({ open, page }) => {
      await open(routes.doNotTrack)
      await page.getByRole('button', { name: 'Turn analytics off' }).click()
      await page.getByText('Analytics is off in this browser.').waitFor()
    },
  },
  { name: 'not-found', group, path: '/no-such-page', state: 'error', status: 404, expects: [404] },
  {
    name: 'no-such-member',
    group,
    path: `${routes.company}/nobody`,
    state: 'error',
    status: 404,
    expects: [404],
  },
  { name: 'server-error', group, path: '/500', state: 'error', status: 500 },
]
