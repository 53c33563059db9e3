import type { Browser, Page } from 'playwright'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { listen } from '#tests/support/listen.ts'
import type { Listening } from '#tests/support/listen.ts'
import { servePageBundle } from '#tests/support/page-bundle.ts'
import { startPayments } from './support.ts'
import type { Running } from './support.ts'

const pageFor = (sandboxUrl: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A shop</title>
<form id="form"><div id="element"></div><button>Pay</button></form>
<p id="result" role="status"></p>
<script src="${sandboxUrl}/v3/stripe.js"></script>
<script>
  const result = document.getElementById('result')
  const stripe = Stripe('pk_test_sandbox')
  let elements = stripe.elements({
    mode: 'setup', currency: 'usd',
    appearance: { variables: { colorText: '#112233', colorBackground: '#fafafa', fontSizeBase: '18px' } },
  })
  const element = elements.create('payment')
  element.on('ready', () => { result.textContent = 'ready' })
  element.on('change', (event) => { document.body.dataset.complete = String(event.complete) })
  element.mount('#element')
  window.replaceElements = (clientSecret) => {
    result.textContent = ''
    element.destroy()
    window.paysNow = true
    elements = stripe.elements({ clientSecret })
    elements.create('payment').on('ready', () => { result.textContent = 'ready' }).mount('#element')
  }
  document.getElementById('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    result.textContent = 'working'
    const submitted = await elements.submit()
    if (submitted.error) { result.textContent = submitted.error.code; return }
    if (window.paysNow) {
      const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: location.origin + '/paid' } })
      result.textContent = error.message
      return
    }
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      clientSecret: new URLSearchParams(location.search).get('secret'),
      confirmParams: { return_url: location.href, payment_method_data: { billing_details: { email: 'ada@example.com' } } },
      redirect: 'if_required',
    })
    result.textContent = error ? error.code + ': ' + error.message : setupIntent.status
  })
</script>`

describe('the browser half of the payments sandbox', () => {
  let browser: Browser
  let payments: Running
  let shop: Listening
  let page: Page
  let intentId = ''

  beforeAll(async () => {
    payments = await startPayments()
    shop = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(pageFor(payments.url))
    })
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    await payments?.close()
  })

  beforeEach(async () => {
    const customer = await payments.stripe.customers.create({ email: 'ada@example.com' })
    const intent = await payments.stripe.setupIntents.create({ customer: customer.id })
    intentId = intent.id
    page = await browser.newPage()
    await page.goto(`${shop.url}/?secret=${intent.client_secret}`)
    await page.getByText('ready').waitFor()
  })

  afterEach(() => page.close())

  const card = () => page.frameLocator('iframe[title="Secure payment input frame"]')

  const fill = async (number: string) => {
    await card().locator('[name="number"]').fill(number)
    await card().locator('[name="expiry"]').fill('12 / 34')
    await card().locator('[name="cvc"]').fill('123')
  }

  const resultAfterPaying = async () => {
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect.poll(() => page.locator('#result').textContent()).not.toMatch(/ready|working/)
    return page.locator('#result').textContent()
  }

  const authenticate = async (button: string) => {
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.frameLocator('iframe[title="3D Secure authentication"]').locator(button).click()
    await expect.poll(() => page.locator('#result').textContent()).not.toMatch(/ready|working/)
    return page.locator('#result').textContent()
  }

  test('saves a good card', async () => {
    await fill('4242424242424242')
    expect(await resultAfterPaying()).toBe('succeeded')
    const intent = await payments.stripe.setupIntents.retrieve(intentId, {
      expand: ['payment_method'],
    })
    expect(intent.payment_method).toMatchObject({
      card: { last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { email: 'ada@example.com', address: { country: 'US' } },
    })
  })

  test('formats the card number and the expiry date and names the brand while a person types', async () => {
    await card().locator('[name="number"]').pressSequentially('4242424242424242')
    await card().locator('[name="expiry"]').pressSequentially('934')
    await card().locator('[name="cvc"]').pressSequentially('12345')
    expect(await card().locator('[name="number"]').inputValue()).toBe('4242 4242 4242 4242')
    expect(await card().getByText('Visa').isVisible()).toBe(true)
    expect(await card().locator('[name="expiry"]').inputValue()).toBe('09 / 34')
    expect(await card().locator('[name="cvc"]').inputValue()).toBe('123')
    await expect.poll(() => page.locator('body').getAttribute('data-complete')).toBe('true')
  })

  test('says why a card was declined, and accepts another', async () => {
    await fill('4000000000000002')
    expect(await resultAfterPaying()).toBe('card_declined: Your card was declined.')
    await fill('4242424242424242')
    expect(await resultAfterPaying()).toBe('succeeded')
  })

  test('saves a card once 3-D Secure is passed', async () => {
    await fill('4000002500003155')
    expect(await authenticate('#test-source-authorize-3ds')).toBe('succeeded')
  })

  test('does not save a card when 3-D Secure fails', async () => {
    await fill('4000002500003155')
    expect(await authenticate('#test-source-fail-3ds')).toBe(
      'setup_intent_authentication_failure: We are unable to authenticate your payment method. ' +
        'Please choose a different payment method and try again.',
    )
    expect((await payments.stripe.setupIntents.retrieve(intentId)).status).toBe(
      'requires_payment_method',
    )
  })

  test('says in a message what is missing or wrong in each field', async () => {
    expect(await resultAfterPaying()).toBe('incomplete_number')
    expect(await card().getByText('Your card number is incomplete.').isVisible()).toBe(true)
    expect(await card().getByText("Your card's security code is incomplete.").isVisible()).toBe(
      true,
    )
    expect(await card().locator('[name="number"]').getAttribute('aria-invalid')).toBe('true')
    await card().locator('[name="number"]').fill('4242424242424241')
    expect(await card().getByText('Your card number is invalid.').isVisible()).toBe(true)
    await card().locator('[name="expiry"]').fill('12 / 20')
    expect(await card().getByText("Your card's expiration year is in the past.").isVisible()).toBe(
      true,
    )
  })

  test('applies the appearance of the page and fits the frame to the form', async () => {
    const style = await card()
      .locator('[name="number"]')
      .evaluate((input) => ({
        color: getComputedStyle(input).color,
        fontSize: getComputedStyle(input).fontSize,
      }))
    expect(style).toEqual({ color: 'rgb(17, 34, 51)', fontSize: '18px' })
    const frame = page.locator('iframe[title="Secure payment input frame"]')
    const frameHeight = () =>
      frame.evaluate((each) => Math.round(each.getBoundingClientRect().height))
    const bodyHeight = await card()
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    await expect.poll(frameHeight).toBe(bodyHeight)
  })

  test('pays a first invoice and goes to the return URL', async () => {
    const customer = await payments.stripe.customers.create({})
    const subscription = await payments.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_sandbox_monthly' }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const clientSecret = invoice.confirmation_secret?.client_secret ?? ''
    await page.evaluate((secret) => {
      const page = window as unknown as { replaceElements: (clientSecret: string) => void }
      page.replaceElements(secret)
    }, clientSecret)
    await page.locator('#result').getByText('ready').waitFor()
    await fill('4242424242424242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(/redirect_status=succeeded/)
    expect(new URL(page.url()).searchParams.get('payment_intent_client_secret')).toBe(clientSecret)
    expect((await payments.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('supports Stripe’s React components in strict mode, without warnings', async () => {
    const react = await servePageBundle('tests/sandbox/payments/react-page.tsx', {
      head: `<script src="${payments.url}/v3/stripe.js"></script>`,
    })
    try {
      const warnings: string[] = []
      page.on('console', (message) => warnings.push(message.text()))
      page.on('pageerror', (error) => warnings.push(error.message))
      const customer = await payments.stripe.customers.create({})
      const intent = await payments.stripe.setupIntents.create({ customer: customer.id })
      await page.goto(`${react.url}/?secret=${intent.client_secret}`)
      await page.getByText('ready').waitFor()
      await fill('4000002500003155')
      expect(await authenticate('#test-source-authorize-3ds')).toBe('succeeded')
      expect(warnings).toEqual([])
    } finally {
      await react.close()
    }
  })
})
