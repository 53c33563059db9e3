import { describe, expect, it } from 'vitest'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { pageDataPath } from '#web/gatsby/internals.ts'

export const describeComingAhead = (world: () => World) =>
  describe('the prefetching of a page', () => {
    /** Records the requests of the page. */
    const notes = ({ page }: Visitor) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      return {
        asked,
        of: (part: string | RegExp) =>
          asked.filter((url) => (typeof part === 'string' ? url.includes(part) : part.test(url))),
      }
    }
    const stripeScript = '/v3/stripe.js'

    it('loads nothing from the identity or payment services on the home page', async () => {
      const visitor = await world().visitor({ reached: 'never-here' })
      const { asked } = notes(visitor)
      await visitor.page.goto('/', { waitUntil: 'networkidle' })
      const config = (await (await fetch(`${world().urls.site}/config.json`)).json()) as {
        stripe: { scriptUrl: string }
        authEmulatorUrl: string
      }
      const services = [config.stripe.scriptUrl, config.authEmulatorUrl].map(
        (url) => new URL(url).origin,
      )
      expect(asked.length).toBeGreaterThan(3)
      expect(asked.filter((url) => services.includes(new URL(url).origin))).toEqual([])
    })

    it('loads what the next step needs once a step is interactive', async () => {
      const visitor = await world().visitor({ reached: 'choose-subscription-plan' })
      const { of } = notes(visitor)
      await visitor.open('/sign-up/choose-subscription-plan')
      await expect.poll(() => of(/component---web-pages-sign-up-create-account/)).toHaveLength(1)
      await expect.poll(() => of(pageDataPath('/sign-up/create-account'))).toHaveLength(1)
      expect(visitor.path()).toBe('/sign-up/choose-subscription-plan')
    })

    it('loads the addresses of the services before any script when the page calls one immediately', async () => {
      const visitor = await world().visitor({ reached: 'choose-subscription-plan' })
      const { asked, of } = notes(visitor)
      await visitor.open('/sign-up/choose-subscription-plan')
      await expect.poll(() => of('/iap_subscriptions')).not.toEqual([])
      const first = (ending: string) => asked.findIndex((url) => url.endsWith(ending))
      expect(of('/config.json')).toHaveLength(1)
      expect(first('/config.json')).toBeLessThan(first('.js'))
    })

    it('connects to the payment provider one step before payment, and loads its script only on the payment step', async () => {
      const visitor = await world().visitor({ reached: 'create-account' })
      const { page } = visitor
      const { of } = notes(visitor)
      const connections = page.locator('link[rel="preconnect"]')
      await visitor.open('/sign-up/create-account')
      await page.waitForLoadState('networkidle')
      expect(await connections.count()).toBe(0)
      await visitor.createAccount()
      await visitor.at('/sign-up/verify-email')
      await connections.waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      expect(of(stripeScript)).toEqual([])
      await world().records.confirmEmail(visitor.email)
      await visitor.at('/sign-up/payment')
      await expect.poll(() => of(stripeScript)).toHaveLength(1)
      expect(new URL(of(stripeScript)[0] ?? '').origin).toBe(
        new URL((await connections.getAttribute('href')) ?? '').origin,
      )
    })
  })
