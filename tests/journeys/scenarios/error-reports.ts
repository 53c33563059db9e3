import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { storeEntries } from '#tests/support/stored-state.ts'
import { aState } from '../support/a-state.ts'
import type { World } from '../support/world.ts'
import { appDataPath } from '#web/gatsby/internals.ts'

/** Personal data in every place that a report might include. */
const planted = {
  email: 'countess@example.com',
  first: 'Augusta',
  last: 'Byron-King',
  card: '4242 4242 4242 4242',
  token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
} as const

const sentence = `Refused for ${planted.first} ${planted.last} <${planted.email}>, card ${planted.card}, Bearer ${planted.token}`

type Sent = { readonly bytes: string; readonly report: Record<string, unknown> }

/** Records everything that the page sends to the error-reporting service. */
const watchReports = (page: Page) => {
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/envelope/')) return
    const body = request.postData() ?? ''
    const report = body
      .split('\n')
      .map((line) => JSON.parse(line || '{}') as Record<string, unknown>)
      .find((line) => 'exception' in line)
    sent.push({
      bytes: JSON.stringify([request.url(), request.headers(), body]),
      report: report ?? {},
    })
  })
  return sent
}

export const describeErrorReports = (world: () => World) =>
  describe('an error', () => {
    const aVisitorWithSecrets = async () => {
      const { visitor, records } = world()
      const ada = await visitor({ reached: 'never-here' })
      const text = await aState(records, 'choose-subscription-plan', '1 Step')
      const state = JSON.parse(text) as { signUpData: Record<string, unknown> }
      state.signUpData.billingEmail = planted.email
      state.signUpData.drafts = { details: { firstName: planted.first, lastName: planted.last } }
      await ada.page.addInitScript(storeEntries, { [PERSISTED_STATE]: JSON.stringify(state) })
      return { ada, sent: watchReports(ada.page) }
    }
    const release = async () => {
      const answer = await fetch(`${world().urls.site}${appDataPath}`)
      return `evenkeel-web@${((await answer.json()) as { webpackCompilationHash: string }).webpackCompilationHash}`
    }
    const expectOne = async (sent: readonly Sent[], route: string, message: string) => {
      await expect.poll(() => sent.length).toBe(1)
      const [{ bytes, report } = { bytes: '', report: {} }] = sent
      expect(report).toMatchObject({ release: await release(), tags: { route } })
      expect(JSON.stringify(report['exception'])).toContain(message)
      for (const secret of Object.values(planted)) expect(bytes).not.toContain(secret)
      expect(bytes).not.toMatch(/4242 ?4242/)
      expect(bytes).not.toMatch(/eyJ/)
      expect(bytes).not.toContain(encodeURIComponent(planted.email))
    }
    /** Puts the secrets into breadcrumbs and the URL once the SDK is listening. */
    const plant = (page: Page) =>
      page.evaluate(async (text) => {
        history.replaceState(
          history.state,
          '',
          `${location.pathname}?note=${encodeURIComponent(text)}`,
        )
        await fetch(`/config.json?note=${encodeURIComponent(text)}`)
      }, sentence)

    it('that is rejected twice without a handler is reported once, with release and route and without personal data', async () => {
      const { ada, sent } = await aVisitorWithSecrets()
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByRole('button', { name: /^Choose/ }).waitFor()
      await ada.page.evaluate((text) => {
        const error = new Error(text)
        void Promise.reject(error)
        void Promise.reject(error)
      }, sentence)
      await expectOne(
        sent,
        '/sign-up/choose-subscription-plan',
        'Refused for [personal] [personal] <[email]>, card [card], Bearer [token]',
      )
      expect(ada.complaints()).toHaveLength(2)
      ada.forgive(/Refused for/)
    })

    it('thrown by a script is reported once and scrubbed, breadcrumbs included', async () => {
      const { ada, sent } = await aVisitorWithSecrets()
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByRole('button', { name: /^Choose/ }).waitFor()
      await ada.page.evaluate(
        () => void Promise.reject(new Error('The first, which loads the SDK')),
      )
      await expect.poll(() => sent.length).toBe(1)
      sent.splice(0)
      await plant(ada.page)
      await ada.page.evaluate((text) => {
        setTimeout(() => {
          throw new TypeError(text)
        })
      }, sentence)
      await expectOne(sent, '/sign-up/choose-subscription-plan', 'Refused for [personal]')
      expect(JSON.stringify(sent[0]?.report['breadcrumbs'])).toContain('note=[email]')
      ada.forgive(/Refused for|The first/)
    })

    it('in rendering leaves the header and a way to reload, and is reported once', async () => {
      const { ada, sent } = await aVisitorWithSecrets()
      // A plan without its price, which an admin API that keeps the contract never returns.
      const data = {
        products: [{ id: 'annual', name: 'Annual', interval: 'year', trialDays: 14, features: [] }],
        subscriber: null,
      }
      await ada.page.route(`${world().urls.adminApi}/api/v1/iap_subscriptions`, (route) =>
        route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { data } }),
      )
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByRole('heading', { name: 'This page stopped working' }).waitFor()
      expect(await ada.page.getByRole('button', { name: 'Reload' }).isVisible()).toBe(true)
      expect(await ada.page.getByRole('link', { name: 'Evenkeel' }).first().isVisible()).toBe(true)
      await expectOne(sent, '/sign-up/choose-subscription-plan', 'TypeError')
      ada.forgive(/TypeError|Cannot read/)
    })

    it('from an unexpected response is shown to the visitor and reported once', async () => {
      const { ada, sent } = await aVisitorWithSecrets()
      const { adminApi } = world().urls
      ada.expectStatus(418)
      await ada.page.route(
        `${adminApi}/api/v1/iap_subscriptions/stripe/promotion_codes**`,
        (route) =>
          route.fulfill({
            status: 418,
            contentType: 'application/problem+json',
            headers: { 'access-control-allow-origin': '*' },
            body: JSON.stringify({ code: 'kitchen/teapot', detail: sentence }),
          }),
      )
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByText('Have a code?').click()
      await ada.page.getByLabel(/^Promotion code/).fill('WELCOME20')
      await ada.press('Apply')
      await ada.page.getByText('Oops... something went wrong.').waitFor()
      await expectOne(sent, '/sign-up/choose-subscription-plan', 'answered 418')
      await ada.page.waitForLoadState('networkidle')
      expect(sent).toHaveLength(1)
    })

    it('of an unavailable service is not reported', async () => {
      const { ada, sent } = await aVisitorWithSecrets()
      await ada.cutOff(world().urls.adminApi)
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByText('We can’t load the plans right now').waitFor()
      await ada.page.waitForLoadState('networkidle')
      expect(sent).toEqual([])
    })
  })
