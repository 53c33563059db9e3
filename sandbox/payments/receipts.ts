/**
 * The page behind an invoice's `hosted_invoice_url`, where it can be paid, and the file at
 * `invoice_pdf`.
 */
import type { FastifyInstance } from 'fastify'
import { paymentIntentOf } from './billing/invoices.ts'
import type { Invoice } from './objects/invoices.ts'
import { pdfOf } from './pdf.ts'
import type { Sandbox } from './sandbox.ts'

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const moneyOf = (invoice: Invoice, amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: invoice.currency }).format(
    amount / 100,
  )

const titleOf = (invoice: Invoice): string => `Invoice ${invoice.number ?? invoice.id}`

const factsOf = (invoice: Invoice): string =>
  [
    invoice.customer_email,
    new Date(invoice.created * 1000).toISOString().slice(0, 10),
    invoice.status,
  ]
    .filter(Boolean)
    .join(' · ')

const rowsOf = (invoice: Invoice): [string, string][] => {
  const money = (amount: number) => moneyOf(invoice, amount)
  const discount = invoice.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...invoice.lines.data.map(({ description, amount }): [string, string] => [
      description,
      money(amount),
    ]),
    ...(discount > 0 ? [['Discount', money(-discount)] satisfies [string, string]] : []),
    ['Total', money(invoice.total)],
    ['Amount due', money(invoice.amount_due)],
    ['Amount paid', money(invoice.amount_paid)],
  ]
}

/** The form that pays what is owed; the page's script makes it interactive. */
const formOf = (sandbox: Sandbox, invoice: Invoice): string => {
  const intent = paymentIntentOf(sandbox, invoice)
  const owes = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!owes || !intent) return ''
  const authenticate =
    intent.status === 'requires_action'
      ? '<button type="button" id="authenticate">Confirm with your bank</button>'
      : ''
  return `<form id="pay" data-key="${escape(sandbox.settings.publishableKey)}" data-secret="${escape(intent.client_secret)}">
    ${authenticate}
    <div id="payment"></div>
    <p id="problem" role="alert"></p>
    <button id="submit">Pay ${escape(moneyOf(invoice, invoice.amount_remaining))}</button>
  </form>
  <script src="/v3/stripe.js"></script>
  <script src="/invoices/pay.js"></script>`
}

const page = (sandbox: Sandbox, invoice: Invoice): string => {
  const body = rowsOf(invoice).map(
    ([name, amount]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(amount)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(titleOf(invoice))}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  table { width: 100%; border-collapse: collapse }
  th, td { text-align: left; padding: .5rem 0; border-bottom: 1px solid #8884; font-weight: 400 }
  td { text-align: right }
  form { margin-top: 2rem }
  button { font: inherit; padding: .5rem 1rem; margin: .5rem 0 }
</style>
<main>
  <h1>${escape(titleOf(invoice))}</h1>
  <p>${escape(factsOf(invoice))}</p>
  <table>${body.join('')}</table>
  <p><a href="/invoices/${invoice.id}/pdf">Download the invoice</a></p>
  ${formOf(sandbox, invoice)}
</main>
</html>`
}

export const registerReceipts = (app: FastifyInstance, sandbox: Sandbox): void => {
  const find = (id: string): Invoice | undefined => {
    const invoice = sandbox.state.invoices[id]
    return invoice?.status === 'draft' ? undefined : invoice
  }

  app.get<{ Params: { id: string } }>('/invoices/:id', (request, reply) => {
    const invoice = find(request.params.id)
    if (!invoice) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(page(sandbox, invoice))
  })

  app.get<{ Params: { id: string } }>('/invoices/:id/pdf', (request, reply) => {
    const invoice = find(request.params.id)
    if (!invoice) return reply.callNotFound()
    const rows = rowsOf(invoice).map(([name, amount]) => `${name}: ${amount}`)
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `attachment; filename="${invoice.number ?? invoice.id}.pdf"`)
      .send(pdfOf([titleOf(invoice), factsOf(invoice), '', ...rows]))
  })
}
