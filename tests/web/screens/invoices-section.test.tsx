// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Invoice } from '#core/model/invoice.ts'
import { aPayingSubscriber } from '#tests/support/orders.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { InvoicesSection } from '#web/screens/your-account/invoices-section.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

/** The row of the only invoice, with these changes. */
const openWith = async (changes: Partial<Invoice>) => {
  const { subscription, ...ports } = await aPayingSubscriber('annual')
  const page = await aPageLoad(ports)
  const invoices = await page.adminApi.invoices(subscription.id)
  vi.spyOn(page.adminApi, 'invoices').mockResolvedValue(
    invoices.map((each) => ({ ...each, ...changes })),
  )
  await page.yourAccount.load()
  showScreen(page, <InvoicesSection />)
  return within(within(screen.getByRole('region', { name: 'Invoices' })).getByRole('listitem'))
}

const files = { number: 'E-1', url: 'https://pay.example/i/1', pdfUrl: 'https://pay.example/1.pdf' }
const usd = (amount: number) => ({ amount, currency: 'usd' })

describe('an invoice on the account page', () => {
  it('names the card that paid', async () => {
    const row = await openWith({})
    expect(row.getByText('Paid')).toBeTruthy()
    expect(row.getByText('Visa ending 4242')).toBeTruthy()
  })

  it('says how much of it is tax', async () => {
    const row = await openWith({ tax: usd(1502) })
    expect(row.getByText('incl. $15.02 tax')).toBeTruthy()
  })

  it('mentions neither a card nor tax when it has neither', async () => {
    const row = await openWith({ card: null, tax: usd(0) })
    expect(row.queryByText(/ending|tax/)).toBeNull()
  })

  it('links to its page and to its PDF, each named by the invoice number', async () => {
    const row = await openWith(files)
    expect(row.getByRole('link', { name: 'View invoice E-1' }).getAttribute('href')).toBe(files.url)
    expect(row.getByRole('link', { name: 'PDF of invoice E-1' }).getAttribute('href')).toBe(
      files.pdfUrl,
    )
  })

  it('shows its number when it has neither a page nor a PDF', async () => {
    const row = await openWith({ number: 'E-1' })
    expect(row.getByText('E-1')).toBeTruthy()
    expect(row.queryByRole('link')).toBeNull()
  })
})
