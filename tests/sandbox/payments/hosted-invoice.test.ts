import type { Browser, Page } from 'playwright'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { customerWithCard, DAY, HOUR, priceOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

describe('the hosted invoice page of the payments sandbox', () => {
  let browser: Browser
  let payments: Running
  let page: Page

  beforeAll(async () => {
    payments = await startPayments()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await payments?.close()
  })

  beforeEach(async () => {
    page = await browser.newPage()
  })

  afterEach(() => page.close())

  /** A subscription whose first renewal could not be collected from `token`, and its invoice. */
  const pastDue = async (token: string) => {
    const { stripe } = payments
    const { customer } = await customerWithCard(stripe, token)
    const price = await priceOf(stripe, 'monthly')
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 3,
    })
    await payments.advance(3 * DAY + HOUR)
    const [invoice] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
    return { id, invoice: invoice as Stripe.Invoice }
  }

  const open = ({ hosted_invoice_url: url }: Stripe.Invoice) => page.goto(url ?? '')

  const pay = async (number: string) => {
    const card = page.frameLocator('iframe[title="Secure payment input frame"]')
    await card.locator('[name="number"]').fill(number)
    await card.locator('[name="expiry"]').fill('12 / 34')
    await card.locator('[name="cvc"]').fill('123')
    await page.getByRole('button', { name: 'Pay $12.99' }).click()
  }

  const bank = () => page.frameLocator('iframe[title="3D Secure authentication"]')

  const statusOf = async (id: string) => (await payments.stripe.subscriptions.retrieve(id)).status

  test('accepts another card after a decline, and shows the paid invoice', async () => {
    const { id, invoice } = await pastDue('pm_card_chargeCustomerFail')
    await open(invoice)
    await pay('4000000000000002')
    await page.getByText('Your card was declined.').waitFor()
    await pay('4242424242424242')
    await page.getByText('· paid').waitFor()
    expect(await page.locator('form').count()).toBe(0)
    expect(await statusOf(id)).toBe('active')
  })

  test('accepts a card once 3-D Secure is passed', async () => {
    const { id, invoice } = await pastDue('pm_card_chargeCustomerFail')
    await open(invoice)
    await pay('4000002760003184')
    await bank().locator('#test-source-authorize-3ds').click()
    await page.getByText('· paid').waitFor()
    expect(await statusOf(id)).toBe('active')
  })

  test('confirms a renewal that waits for 3-D Secure with the card on file', async () => {
    const { id, invoice } = await pastDue('pm_card_authenticationRequired')
    await open(invoice)
    await page.getByRole('button', { name: 'Confirm with your bank' }).click()
    await bank().locator('#test-source-authorize-3ds').click()
    await page.getByText('· paid').waitFor()
    expect(await statusOf(id)).toBe('active')
  })

  test('offers the invoice as a PDF', async () => {
    const { invoice } = await pastDue('pm_card_visa')
    const response = await fetch(invoice.invoice_pdf ?? '')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const file = await response.text()
    expect(file).toMatch(/^%PDF-1\.4/)
    expect(file).toContain('Amount paid: $12.99')
  })
})
