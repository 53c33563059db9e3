import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  const elements = stripe.elements({
    mode: 'setup', currency: 'usd',
    appearance: { variables: { colorText: '#112233', colorBackground: '#fafafa', fontSizeBase: '18px' } },
  })
  const element = elements.create('payment')
  element.on('ready', () => { result.textContent = 'ready' })
  element.on('change', (event) => { document.body.dataset.complete = String(event.complete) })
  element.mount('#element')
  document.getElementById('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    result.textContent = 'working'
    const submitted = await elements.submit()
    if (submitted.error) { result.textContent = submitted.error.code; return }
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
  let shop: Server
  let shopUrl = ''
  let page: Page
  let intentId = ''

  beforeAll(async () => {
    payments = await startPayments()
    shop = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(pageFor(payments.url))
    })
    await new Promise<void>((resolve) => {
      shop.listen(0, '127.0.0.1', resolve)
    })
    const address = shop.address()
    shopUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    shop?.close()
    await payments?.close()
  })

  beforeEach(async () => {
    const customer = await payments.stripe.customers.create({ email: 'ada@example.com' })
    const intent = await payments.stripe.setupIntents.create({ customer: customer.id })
    intentId = intent.id
    page = await browser.newPage()
    await page.goto(`${shopUrl}/?secret=${intent.client_secret}`)
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
    await expect.poll(() => page.locator('#result').textContent(), { timeout: 10_000 }).not.toMatch(/ready|working/)
    return page.locator('#result').textContent()
  }

  const authenticate = async (button: string) => {
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.frameLocator('iframe[title="3D Secure authentication"]').locator(button).click()
    await expect.poll(() => page.locator('#result').textContent(), { timeout: 10_000 }).not.toMatch(/ready|working/)
    return page.locator('#result').textContent()
  }

  test('saves a good card', async () => {
    await fill('4242424242424242')
    expect(await resultAfterPaying()).toBe('succeeded')
    const intent = await payments.stripe.setupIntents.retrieve(intentId, { expand: ['payment_method'] })
    expect(intent.payment_method).toMatchObject({
      card: { last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { email: 'ada@example.com', address: { country: 'US' } },
    })
  })

  test('types like a person: groups the number, names the brand, moves the month on', async () => {
    await card().locator('[name="number"]').pressSequentially('4242424242424242')
    await card().locator('[name="expiry"]').pressSequentially('934')
    await card().locator('[name="cvc"]').pressSequentially('12345')
    expect(await card().locator('[name="number"]').inputValue()).toBe('4242 4242 4242 4242')
    expect(await card().getByText('Visa').isVisible()).toBe(true)
    expect(await card().locator('[name="expiry"]').inputValue()).toBe('09 / 34')
    expect(await card().locator('[name="cvc"]').inputValue()).toBe('123')
    await expect.poll(() => page.locator('body').getAttribute('data-complete')).toBe('true')
  })

  test('says why a card was declined, and takes another one', async () => {
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
    expect((await payments.stripe.setupIntents.retrieve(intentId)).status).toBe('requires_payment_method')
  })

  test('marks what is missing or wrong, under its field', async () => {
    expect(await resultAfterPaying()).toBe('incomplete_number')
    expect(await card().getByText('Your card number is incomplete.').isVisible()).toBe(true)
    expect(await card().getByText("Your card's security code is incomplete.").isVisible()).toBe(true)
    expect(await card().locator('[name="number"]').getAttribute('aria-invalid')).toBe('true')
    await card().locator('[name="number"]').fill('4242424242424241')
    expect(await card().getByText('Your card number is invalid.').isVisible()).toBe(true)
    await card().locator('[name="expiry"]').fill('12 / 20')
    expect(await card().getByText("Your card's expiration year is in the past.").isVisible()).toBe(true)
  })

  test('dresses the form as the page asks and fits the frame to it', async () => {
    const style = await card()
      .locator('[name="number"]')
      .evaluate((input) => ({ color: getComputedStyle(input).color, fontSize: getComputedStyle(input).fontSize }))
    expect(style).toEqual({ color: 'rgb(17, 34, 51)', fontSize: '18px' })
    const frame = page.locator('iframe[title="Secure payment input frame"]')
    const frameHeight = () => frame.evaluate((each) => Math.round(each.getBoundingClientRect().height))
    const bodyHeight = await card()
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    await expect.poll(frameHeight).toBe(bodyHeight)
  })
})
