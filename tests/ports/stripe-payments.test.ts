import type { Browser, Page } from 'playwright'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentsPort } from '#core/ports/payments.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import type { PageBundle } from '#tests/support/page-bundle.ts'
import { remotePort } from '#tests/support/remote-port.ts'
import { startPayments } from '#tests/sandbox/payments/support.ts'
import type { Running } from '#tests/sandbox/payments/support.ts'
import { describePaymentsPort } from './payments-port.ts'
import type { PaymentsHarness } from './payments-port.ts'

const tokens = `<style>
  :root { --tide: rgb(10, 102, 99); --surface: rgb(255, 255, 255); --ink: rgb(15, 42, 51); --edge: rgb(126, 146, 152); --error: rgb(168, 40, 27) }
  @media (prefers-color-scheme: dark) { :root { --surface: rgb(18, 42, 50); --ink: rgb(232, 240, 238) } }
</style>`

const challengeButtons = { pass: 'Complete', fail: 'Fail' } as const

describe('Stripe in Chromium against the payments sandbox', () => {
  let provider: Running
  let bundle: PageBundle
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;[provider, bundle, browser] = await Promise.all([
      startPayments(),
      servePageBundle('tests/support/pages/stripe-payments.tsx', { head: tokens }),
      launchChromium(),
    ])
    page = await browser.newPage()
  })

  afterAll(async () => {
    await browser.close()
    await Promise.all([bundle.close(), provider.close()])
  })

  const checkout = (more: { readonly [name: string]: string } = {}) =>
    `${bundle.url}/?${new URLSearchParams({ script: `${provider.url}/v3/stripe.js`, ...more })}`
  /** The page in a browser with a wallet that holds the card of that number. */
  const withWallet = (number: string, more = {}) =>
    page.goto(
      checkout({
        script: `${provider.url}/v3/stripe.js?wallet=${number.replaceAll(' ', '')}`,
        ...more,
      }),
    )
  const wallet = () => page.getByRole('button', { name: 'Test wallet' })
  const sheet = () => page.getByRole('dialog', { name: 'Test wallet' })
  const inSheet = (name: string) => sheet().getByRole('button', { name }).click()
  const authorize = async (number: string) => {
    await withWallet(number)
    await wallet().click()
    await inSheet('Confirm')
    await status('authorized').waitFor()
    return { provider: 'stripe', handle: null }
  }
  const goto = () => page.goto(checkout())
  const status = (text: string) => page.getByText(text, { exact: true })
  const field = (name: string) =>
    page.frameLocator('iframe[title="Secure payment input frame"]').locator(`[name="${name}"]`)

  const fill = async (number: string) => {
    const isBlank = number === ''
    await field('number').fill(number)
    await field('expiry').fill(isBlank ? '' : '12 / 34')
    await field('cvc').fill(isBlank ? '' : '123')
    return { provider: 'stripe', handle: null }
  }

  const createCharge = async () => {
    const customer = await provider.stripe.customers.create({ email: 'maya@example.com' })
    const card = await provider.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    })
    const subscription = await provider.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_sandbox_monthly' }],
      default_payment_method: card.id,
      payment_behavior: 'allow_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    return invoice.confirmation_secret?.client_secret ?? ''
  }

  const makeHarness = async (): Promise<PaymentsHarness> => {
    await goto()
    await status('ready').waitFor()
    const port = remotePort<PaymentsPort>(page, ['validateCard', 'confirmCard', 'authenticate'])
    let button: string = challengeButtons.pass

    /** Acts as the visitor would if the bank's page appears before the work is done. */
    const answering = async <T>(work: Promise<T> | T): Promise<T> => {
      const challenge = page
        .frameLocator('iframe[title="3D Secure authentication"]')
        .getByRole('button', { name: button })
      const done = new AbortController()
      const answer = async () => {
        while (!done.signal.aborted) {
          if (await challenge.isVisible()) return challenge.click()
        }
      }
      const answered = answer().catch(() => undefined)
      try {
        return await work
      } finally {
        done.abort()
        await answered
      }
    }

    return {
      payments: {
        validateCard: port.validateCard,
        confirmCard: (input) => answering(port.confirmCard(input)),
        authenticate: (clientSecret) => answering(port.authenticate(clientSecret)),
      },
      fill,
      authorize,
      createSetupIntent: async () => {
        const customer = await provider.stripe.customers.create({ email: 'maya@example.com' })
        const intent = await provider.stripe.setupIntents.create({
          customer: customer.id,
          usage: 'off_session',
        })
        return intent.client_secret ?? ''
      },
      createChargeToAuthenticate: createCharge,
      unknownIntent: 'seti_none_secret_none',
      answerChallenge: (answer) => {
        button = challengeButtons[answer]
      },
      billingEmailOf: async (id) =>
        (await provider.stripe.paymentMethods.retrieve(id)).billing_details.email,
      fail: async () =>
        void (await provider.post('/_sandbox/outage', { mode: 'fail', status: 503 })),
      restore: async () =>
        void (await provider.post('/_sandbox/outage', { mode: null, status: null })),
    }
  }

  describePaymentsPort('Stripe', makeHarness)

  describe('the wallets', () => {
    const saveCard = async () => {
      const port = remotePort<PaymentsPort>(page, ['confirmCard'])
      const customer = await provider.stripe.customers.create({ email: 'maya@example.com' })
      const intent = await provider.stripe.setupIntents.create({ customer: customer.id })
      return port.confirmCard({
        card: { provider: 'stripe', handle: null },
        clientSecret: intent.client_secret ?? '',
        billingEmail: 'maya@example.com',
        returnUrl: bundle.url,
      })
    }

    it('leave no gap above the card fields in a browser without wallets', async () => {
      await goto()
      await status('ready').waitFor()
      const frame = page.locator('iframe[title="Secure payment input frame"]')
      expect((await frame.boundingBox())?.y).toBeLessThan(20)
      expect(await page.getByText('or pay by card').count()).toBe(0)
    })

    it('save the card as a wallet card, and close', async () => {
      await authorize('4242 4242 4242 4242')
      const outcome = await saveCard()
      if (outcome.kind !== 'confirmed') throw new Error(outcome.kind)
      const { card } = await provider.stripe.paymentMethods.retrieve(outcome.paymentMethodId)
      expect(card).toMatchObject({ last4: '4242', wallet: { type: 'google_pay' } })
      await sheet().waitFor({ state: 'detached' })
    })

    it('close when the page could not save the card', async () => {
      await authorize('4000 0000 0000 0002')
      expect(await saveCard()).toMatchObject({ kind: 'declined' })
      expect(await sheet().isVisible()).toBe(true)
      await page.evaluate('giveUp()')
      await sheet().waitFor({ state: 'detached' })
    })

    it('report that the visitor has closed one, and open again', async () => {
      await withWallet('')
      await wallet().click()
      await inSheet('Cancel')
      await status('cancelled').waitFor()
      await wallet().click()
      expect(await sheet().isVisible()).toBe(true)
    })

    it('stay closed where the page does not let them open', async () => {
      await withWallet('', { wallets: 'closed' })
      await wallet().click()
      expect(await sheet().count()).toBe(0)
    })
  })

  describe('the card form', () => {
    const block = () => page.route('**/v3/stripe.js', (route) => route.abort())

    beforeEach(() => async () => {
      await page.unrouteAll()
      await page.emulateMedia({ colorScheme: 'light' })
    })

    it('can be loaded again when the provider could not be reached', async () => {
      await block()
      await goto()
      await status('unavailable').waitFor()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await status('ready').waitFor()
      await fill('4242 4242 4242 4242')
      expect(await field('number').inputValue()).toBe('4242 4242 4242 4242')
    })

    it('is unavailable while its code cannot be loaded, and can be tried again', async () => {
      await page.route('**/open-stripe-*.js', (route) => route.abort())
      await goto()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      const port = remotePort<PaymentsPort>(page, ['authenticate'])
      await expect(
        Promise.resolve(port.authenticate('seti_none_secret_none')),
      ).rejects.toMatchObject({ name: 'PortUnavailable', port: 'payments' })
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await status('ready').waitFor()
    })

    it('reports an outage when its script does not load', async () => {
      await block()
      await goto()
      await status('unavailable').waitFor()
      const port = remotePort<PaymentsPort>(page, ['authenticate'])
      await expect(Promise.resolve(port.authenticate('pi_1_secret_1'))).rejects.toMatchObject({
        port: 'payments',
      })
    })

    it.each([
      ['its script never answers', '**/v3/stripe.js'],
      ['its frame never answers', '**/elements/payment.html*'],
    ])(
      'is unavailable after a time limit when %s, and can be tried again',
      async (_what, address) => {
        const patient = await browser.newPage()
        await patient.clock.install()
        await patient.route(address, () => {})
        const asked = patient.waitForRequest(address)
        await patient.goto(checkout())
        await asked
        await patient.clock.fastForward('01:00')
        await patient.getByRole('button', { name: 'Try again' }).waitFor()
        await patient.unrouteAll()
        await patient.getByRole('button', { name: 'Try again' }).click()
        await patient.getByText('ready', { exact: true }).waitFor()
        expect(await patient.locator('iframe').count()).toBe(1)
        await patient.close()
      },
    )

    it('throws PortUnavailable when the confirmation of a card is never answered', async () => {
      const patient = await browser.newPage()
      await patient.clock.install()
      await patient.goto(checkout())
      await patient.getByText('ready', { exact: true }).waitFor()
      const fields = patient.frameLocator('iframe[title="Secure payment input frame"]')
      for (const [name, value] of Object.entries({
        number: '4242424242424242',
        expiry: '12 / 34',
        cvc: '123',
      })) {
        await fields.locator(`[name="${name}"]`).fill(value)
      }
      const confirmation = /\/v1\/setup_intents\/.*\/confirm/
      await patient.route(confirmation, () => {})
      const asked = patient.waitForRequest(confirmation)
      const { confirmCard } = remotePort<PaymentsPort>(patient, ['confirmCard'])
      const card = { provider: 'stripe', handle: null }
      const thrown = Promise.resolve(
        confirmCard({
          card,
          clientSecret: 'seti_1_secret_1',
          billingEmail: 'maya@example.com',
          returnUrl: bundle.url,
        }),
      ).catch((error: unknown) => error)
      await asked
      await patient.clock.fastForward('15:00')
      expect(await thrown).toMatchObject({ port: 'payments' })
      await patient.close()
    })

    it('shows the skeleton until the fields are ready', async () => {
      await page.route('**/v3/stripe.js', async (route) => {
        await status('Loading the card form').waitFor()
        await route.continue()
      })
      await goto()
      await status('ready').waitFor()
      expect(await status('Loading the card form').isVisible()).toBe(false)
      expect(await field('number').isVisible()).toBe(true)
    })

    it('loads the font of the page in the frame', async () => {
      const asked = page.waitForRequest('https://fonts.test/text.woff2')
      await page.route('https://fonts.test/*', (route) => route.abort())
      await page.goto(checkout({ font: 'https://fonts.test/text.woff2' }))
      expect((await asked).frame().url()).toContain('/elements/payment.html')
    })

    it('uses the design tokens of the page, in light and in dark', async () => {
      await goto()
      await status('ready').waitFor()
      const background = () =>
        field('number').evaluate((input) => getComputedStyle(input).backgroundColor)
      const ink = () => field('number').evaluate((input) => getComputedStyle(input).color)
      expect(await background()).toBe('rgb(255, 255, 255)')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(background).toBe('rgb(18, 42, 50)')
      expect(await ink()).toBe('rgb(232, 240, 238)')
    })
  })
})
