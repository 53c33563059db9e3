/** The page behind an invoice's `hosted_invoice_url`. */
import type { FastifyInstance } from 'fastify'
import type { Invoice } from './objects/invoices.ts'
import type { Sandbox } from './sandbox.ts'

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const page = (invoice: Invoice): string => {
  const money = (amount: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: invoice.currency }).format(
      amount / 100,
    )
  const discount = invoice.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
  const rows = [
    ...invoice.lines.data.map((line) => [line.description, money(line.amount)]),
    ...(discount > 0 ? [['Discount', money(-discount)]] : []),
    ['Total', money(invoice.total)],
    ['Amount due', money(invoice.amount_due)],
    ['Amount paid', money(invoice.amount_paid)],
  ]
  const body = rows.map(
    ([name = '', amount = '']) =>
      `<tr><th scope="row">${escape(name)}</th><td>${escape(amount)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Invoice ${escape(invoice.number ?? invoice.id)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  table { width: 100%; border-collapse: collapse }
  th, td { text-align: left; padding: .5rem 0; border-bottom: 1px solid #8884; font-weight: 400 }
  td { text-align: right }
</style>
<main>
  <h1>Invoice ${escape(invoice.number ?? invoice.id)}</h1>
  <p>${escape(invoice.customer_email ?? '')} · ${new Date(invoice.created * 1000).toISOString().slice(0, 10)} · ${invoice.status}</p>
  <table>${body.join('')}</table>
</main>
</html>`
}

export const registerReceipts = (app: FastifyInstance, sandbox: Sandbox): void => {
  app.get<{ Params: { id: string } }>('/invoices/:id', (request, reply) => {
    const invoice = sandbox.state.invoices[request.params.id]
    if (!invoice) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(page(invoice))
  })
}
