import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { whenIdleLoadsEnd } from '../support/answering.ts'
import { subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import { hydrated } from '../support/hydrated.ts'
import { makeSubscriber } from '../support/subscriber.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { atAccount, partSays, signIn } from './at-account.ts'

export const describeAccount = (world: () => World) =>
  describe('the account', () => {
    it('sends a signed-out visitor to sign-in and back', async () => {
      const { urls, records, visitor } = world()
      const ada = await visitor({ width: 360 })
      await makeSubscriber(urls, records, ada)
      await ada.open('/account')
      await ada.at('/sign-in')
      expect(ada.path()).toBe('/sign-in?returnTo=%2Faccount')
      await signIn(ada, ada.email, ada.password)
      await ada.at('/account')
      await eventually(async () => expect(await ada.heading()).toBe('Your account'))
      await ada.page.getByText('Menu').click()
      expect(
        await ada.page
          .getByRole('banner')
          .getByRole('link', { name: 'Your account', exact: true })
          .isVisible(),
      ).toBe(true)
      await ada.page.reload()
      await ada.page.getByText(`Signed in as ${ada.email}`).waitFor()
    })

    it('does not hydrate a page until the signed-in user’s profile is loaded', async () => {
      const { page } = await atAccount(world())
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/v1/me', async (route) => {
        await held
        await route.continue().catch(() => {})
      })
      const asked = page.waitForRequest('**/api/v1/me')
      await page.goto('/how-it-works', { waitUntil: 'commit' })
      await asked
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await page.locator(hydrated).count()).toBe(0)
      answer()
      await page.locator(hydrated).waitFor()
    })

    it('shows the plan with its price and date, invoices and past results', async () => {
      const ada = await atAccount(world())
      const profile = await world().records.profile(ada.email, ada.password)
      const end = new Date(profile.subscription?.currentPeriodEnd ?? '')
      const date = new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      }).format(end)
      await partSays(ada, 'Your plan', `Free until ${date}`)
      await partSays(ada, 'Your plan', '$89.99 a year')
      await partSays(ada, 'Your plan', `$89.99 on ${date}`)
      await partSays(ada, 'Invoices', '$0.00')
      await partSays(ada, 'Invoices', 'Paid')
      await partSays(ada, 'What you agreed to', /you agreed to Annual for \$89\.99 a year/)

      await eventually(async () => {
        const { diagnoses } = await world().records.profile(ada.email, ada.password)
        expect(diagnoses.survey && diagnoses.moneyBelief).toBeTruthy()
      })
      await ada.page.reload()
      await partSays(ada, 'Your results', /^\d+ of 100$/)
      await partSays(ada, 'Your results', /^\d\.\d of 6$/)
      expect(
        await ada.page.getByRole('link', { name: 'Retake the check-up' }).getAttribute('href'),
      ).toBe('/assessment/survey?step=1')
    })

    it('cancels the plan with two clicks, says how long it lasts, and resumes it with one', async () => {
      const ada = await atAccount(world())
      const { records } = world()
      const subscription = () => subscriptionOf(records, ada)
      await ada.press('Cancel the plan')
      const question = ada.page.getByRole('dialog', { name: 'Cancel your plan?' })
      await question.getByText(/It stays yours until/).waitFor()
      await question.getByRole('button', { name: 'Cancel the plan' }).click()
      await partSays(ada, 'Your plan', /^Yours until \d+\s\w+\s\d{4}$/)
      expect(await subscription()).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: true })
      await eventually(async () =>
        expect(await ada.page.evaluate(() => document.activeElement?.textContent)).toContain(
          'Resume the plan',
        ),
      )

      await ada.page.reload()
      await partSays(ada, 'Your plan', /^Yours until/)
      await ada.press('Resume the plan')
      await partSays(ada, 'Your plan', /^Free until/)
      expect(await subscription()).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: false })
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'trialing' }])
    })

    it('shows that the plan was cancelled in another tab', async () => {
      const ada = await atAccount(world())
      const other = await ada.context.newPage()
      await other.goto('/account')
      await partSays({ page: other }, 'Your plan', /^Free until/)
      await ada.press('Cancel the plan')
      const question = ada.page.getByRole('dialog', { name: 'Cancel your plan?' })
      await question.getByRole('button', { name: 'Cancel the plan' }).click()
      await partSays({ page: other }, 'Your plan', /^Yours until/)
      expect(await other.getByRole('button', { name: 'Resume the plan' }).isVisible()).toBe(true)
    })

    it('keeps the plan when the visitor decides not to cancel, and cancels after an outage', async () => {
      const { urls, records } = world()
      const ada = await atAccount(world())
      await ada.press('Cancel the plan')
      await ada.press('Keep the plan')
      await partSays(ada, 'Your plan', /^Free until/)
      const down = await ada.cutOff(urls.adminApi)
      await ada.press('Cancel the plan')
      await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()
      await ada.page.getByText('Oops... something went wrong.').waitFor()
      await down.restore()
      await ada.press('Try again')
      await partSays(ada, 'Your plan', /^Yours until/)
      expect((await subscriptionOf(records, ada))?.cancelAtPeriodEnd).toBe(true)
    })

    it('downloads everything that is stored as one file', async () => {
      const ada = await atAccount(world())
      await eventually(async () => {
        const { diagnoses } = await world().records.profile(ada.email, ada.password)
        expect(diagnoses.survey && diagnoses.moneyBelief).toBeTruthy()
      })
      const [download] = await Promise.all([
        ada.page.waitForEvent('download'),
        ada.press('Download my data'),
      ])
      expect(download.suggestedFilename()).toMatch(/^evenkeel-data-\d{4}-\d\d-\d\d\.json$/)
      const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<
        string,
        unknown
      >
      expect(data).toMatchObject({
        profile: { email: ada.email, subscription: { productId: 'annual' } },
        diagnoses: expect.arrayContaining([
          expect.objectContaining({ kind: 'survey' }),
          expect.objectContaining({ kind: 'money_belief' }),
        ]),
        subscriptions: [expect.objectContaining({ state: 'trialing' })],
      })
    })

    it('is linked from the first paint on, without a layout shift', async () => {
      const ada = await atAccount(world())
      const { page } = ada
      // Without scripts, the page stays as it is painted before the application runs.
      await ada.context.route('**/*.js', (route) => route.abort())
      const header = page.getByRole('banner')
      const place = async (shown: Visitor['page']) =>
        (await shown.getByRole('banner').getByRole('link', { name: 'How it works' }).boundingBox())
          ?.x
      for (const path of ['/', '/account']) {
        await ada.open(path)
        expect(await header.getByRole('link', { name: 'Your account' }).isVisible()).toBe(true)
        expect(await header.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
      }
      for (const path of ['/', '/how-it-works']) {
        await ada.open(path)
        expect(await page.getByRole('link', { name: 'Start the check-up' }).count()).toBe(0)
        const offers = page.getByRole('main').getByRole('link', { name: 'Go to your account' })
        expect(await offers.count()).toBe(2)
      }
      await ada.open('/')
      const signedIn = await place(page)
      const stranger = await world().visitor()
      await stranger.open('/')
      expect(
        await stranger.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).isVisible(),
      ).toBe(true)
      expect(await place(stranger.page)).toBe(signedIn)
      ada.forgive(/ERR_FAILED/)
    })

    it('leaves nothing of the visitor on the device after signing out, in any tab', async () => {
      const ada = await atAccount(world())
      const other = await ada.context.newPage()
      await other.goto('/assessment/survey?step=1')
      // A click before hydration would hit a form that the application may be replacing.
      await whenIdleLoadsEnd(other)
      await other.getByRole('main').getByRole('radio').nth(2).check({ force: true })
      await eventually(async () =>
        expect(JSON.stringify(await ada.stored())).toContain('\\"answers\\":{\\"'),
      )
      await other.goto('/')
      await other.getByRole('banner').getByRole('link', { name: 'Account' }).waitFor()
      await ada.press('Sign out')
      await ada.at('/')
      for (const { page } of [ada, { page: other }])
        await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
      // A tab that is still starting learns of the sign-out a moment later.
      await eventually(async () => {
        const left = JSON.stringify(await ada.stored())
        expect(left).not.toContain(ada.email)
        expect(left).not.toContain('\\"answers\\":{\\"')
      })
      await ada.open('/account')
      await ada.at('/sign-in')
    })
  })
