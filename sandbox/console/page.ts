import type { ReceivedEvent } from '../analytics-event.ts'
import type { ReceivedError } from '../collector.ts'
import { drawFunnels } from './funnel-section.ts'
import { funnelsOf } from './funnel.ts'
import { html } from './html.ts'
import type { Mail, MailKind, TextMessage } from './mailbox.ts'
import { list, section, state, table, timeOf } from './parts.ts'
import type { Part } from './parts.ts'
import type { Payments, Webhook } from './payments-client.ts'
import type { ReceivedMail } from './received-mails.ts'

export type PageData = {
  siteUrl: string
  mails: Part<Mail[]>
  textMessages: Part<TextMessage[]>
  notices: Part<readonly ReceivedMail[]>
  payments: Part<Payments>
  webhooks: Part<Webhook[]>
  events: readonly ReceivedEvent[]
  errors: readonly ReceivedError[]
}

const kindNames: Record<MailKind, string> = {
  verification: 'Verify email',
  'password-reset': 'Reset password',
  'email-change': 'Change email',
  'email-recovery': 'Undo a change of email',
  'sign-in-link': 'Sign-in link',
  other: 'Other',
}

/**
 * Omits the seconds, because their changes would keep replacing the section while somebody reads
 * it.
 */
const minuteOf = (at: number) => {
  const iso = new Date(at * 1000).toISOString()
  return html`<time datetime="${iso.slice(0, 16)}Z"
    >${iso.slice(0, 10)} <b>${iso.slice(11, 16)}</b></time
  >`
}

const money = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency || 'usd' })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const mailSection = (mails: PageData['mails']) =>
  list(
    mails,
    {
      id: 'mails',
      title: 'Mail',
      json: '/api/mails',
      empty: 'No mail yet. Create an account on the site, and its verification mail appears here.',
      elsewhere: 'Identity is a real Firebase project: it sends its mail itself.',
    },
    (items) =>
      table(
        'Mails, newest first',
        ['To', 'What', 'Links', 'Sent (UTC)'],
        items.map((mail) => [
          html`${mail.to}`,
          html`${kindNames[mail.kind]} ${state(mail.isOpen ? 'unused' : 'used', !mail.isOpen)}`,
          html`<a href="${mail.siteLink}" data-key="site-${mail.code}">Open on the site</a>
            <a class="quiet" href="${mail.link}" data-key="link-${mail.code}"
              >Open as the mail links it</a
            >`,
          timeOf(mail.sentAt),
        ]),
      ),
  )

const messageSection = (messages: PageData['textMessages']) =>
  list(
    messages,
    {
      id: 'codes',
      title: 'Text messages',
      json: '/api/codes',
      empty: 'No text message yet. Codes for a second factor appear here.',
      elsewhere: 'Identity is a real Firebase project: it sends its text messages itself.',
    },
    (items) =>
      table(
        'Text messages, newest first',
        ['To', 'Code', 'Sent (UTC)'],
        items.map((message) => [
          html`${message.to}`,
          html`<code>${message.code}</code>
            ${state(message.isOpen ? 'unused' : 'used', !message.isOpen)}`,
          timeOf(message.sentAt),
        ]),
      ),
  )

const noticeSection = (notices: PageData['notices']) =>
  list(
    notices,
    {
      id: 'notices',
      title: 'Notices',
      json: '/api/notices',
      empty: 'No notice yet. Subscribe to a plan, and the mail about it appears here.',
      elsewhere: 'Notices go to a real mail server.',
    },
    (items) =>
      table(
        'Notices, newest first',
        ['To', 'Subject', 'Received (UTC)'],
        items.map((mail) => [
          html`${mail.to}`,
          html`<a href="/notices/${mail.id}" data-key="notice-${mail.id}">${mail.subject}</a>`,
          timeOf(mail.receivedAt),
        ]),
      ),
  )

const clockForm = (clock: number) =>
  html` <form class="clock" method="post" action="/clock">
    <p>
      The sandbox’s clock shows ${minuteOf(clock)} UTC. Move it on to see trials end and renewals
      come.
    </p>
    <p class="buttons">
      <button name="days" value="1" data-key="clock-1">1 day on</button>
      <button name="days" value="7" data-key="clock-7">7 days on</button>
      <button name="days" value="31" data-key="clock-31">31 days on</button>
      <button name="days" value="366" data-key="clock-366">366 days on</button>
    </p>
  </form>`

const paymentSection = (part: PageData['payments']) => {
  const place = { id: 'payments', title: 'Payments', json: '/api/payments', empty: '' }
  if (part === 'elsewhere') {
    return list(
      'elsewhere',
      { ...place, elsewhere: 'Payments go to real Stripe: see its dashboard.' },
      () => html``,
    )
  }
  if ('problem' in part) return list(part, place, () => html``)
  const { clock, customers, subscriptions, invoices } = part.data
  const emails = new Map(customers.map(({ id, email }) => [id, email ?? id]))
  const whose = (customer: string) => html`${emails.get(customer) ?? customer}`
  return section(
    'payments',
    place.title,
    place.json,
    undefined,
    html` ${clockForm(clock)}
      <h3>Subscriptions <span class="count">${subscriptions.length}</span></h3>
      ${
        subscriptions.length === 0
          ? html`<p class="empty">
              No subscription yet. One appears when a card is accepted on the payment page.
            </p>`
          : table(
              'Subscriptions, newest first',
              ['Customer', 'Status', 'Trial ends (UTC)', 'Id'],
              subscriptions.map((each) => [
                whose(each.customer),
                html`${state(each.status, ['active', 'trialing'].includes(each.status))}${each.cancelAtPeriodEnd && html` ends with its period`}`,
                each.trialEnd === null ? html`–` : timeOf(each.trialEnd),
                html`<code>${each.id}</code>`,
              ]),
            )
      }
      <h3>Invoices <span class="count">${invoices.length}</span></h3>
      ${
        invoices.length === 0
          ? html`<p class="empty">No invoice yet.</p>`
          : table(
              'Invoices, newest first',
              ['Customer', 'Due', 'Paid', 'Status', 'Made (UTC)'],
              invoices.map((each) => [
                whose(each.customer),
                html`${money(each.amountDue, each.currency)}`,
                html`${money(each.amountPaid, each.currency)}`,
                state(each.status, each.status === 'paid'),
                timeOf(each.created),
              ]),
            )
      }
      <h3>Customers <span class="count">${customers.length}</span></h3>
      ${
        customers.length === 0
          ? html`<p class="empty">No customer yet.</p>`
          : table(
              'Customers, newest first',
              ['Email', 'Id', 'Made (UTC)'],
              customers.map((each) => [
                html`${each.email ?? '–'}`,
                html`<code>${each.id}</code>`,
                timeOf(each.created),
              ]),
            )
      }`,
  )
}

const webhookSection = (webhooks: PageData['webhooks']) =>
  list(
    webhooks,
    {
      id: 'webhooks',
      title: 'Webhooks',
      json: '/api/webhooks',
      empty:
        'No webhook yet. The payments sandbox sends one to the admin API for each thing that happens.',
      elsewhere: 'Payments go to real Stripe: see its dashboard.',
    },
    (items) =>
      table(
        'Webhooks, newest first',
        ['Event', 'Delivery', 'Attempts'],
        items.map((each) => [
          html`<code>${each.type}</code>`,
          html`${state(each.status, each.status === 'delivered')}${each.lastStatus !== null && html` ${each.lastStatus}`}`,
          html`${each.attempts}`,
        ]),
      ),
  )

const funnelSection = (events: PageData['events']) =>
  section('funnel', 'Funnel', '/api/funnel', undefined, drawFunnels(funnelsOf(events)))

const eventSection = (events: PageData['events']) =>
  list(
    { data: events },
    {
      id: 'events',
      title: 'Analytics events',
      json: '/_collector/events',
      empty: 'No event yet. Each page view on the site sends one.',
    },
    (items) =>
      table(
        'Analytics events, newest first',
        ['Event', 'Properties', 'Received (UTC)'],
        items
          .toReversed()
          .map(({ event, receivedAt }) => [
            html`<code>${event.name}</code>`,
            html`<code class="properties">${JSON.stringify(event.properties)}</code>`,
            timeOf(receivedAt),
          ]),
      ),
  )

const errorSection = (errors: PageData['errors']) =>
  list(
    { data: errors },
    {
      id: 'errors',
      title: 'Error reports',
      json: '/_collector/errors',
      empty: 'No error report. That is how it should be.',
    },
    (items) =>
      table(
        'Error reports, newest first',
        ['Error', 'Received (UTC)'],
        items.toReversed().map(({ summary, receivedAt }) => [html`${summary}`, timeOf(receivedAt)]),
      ),
  )

/**
 * The page's sections, in order. The page's script asks for them again and replaces those that
 * changed.
 */
export const renderSections = (data: PageData): string =>
  html`${[
    mailSection(data.mails),
    noticeSection(data.notices),
    messageSection(data.textMessages),
    paymentSection(data.payments),
    webhookSection(data.webhooks),
    funnelSection(data.events),
    eventSection(data.events),
    errorSection(data.errors),
  ]}`.text

const links = [
  ['mails', 'Mail'],
  ['notices', 'Notices'],
  ['codes', 'Text messages'],
  ['payments', 'Payments'],
  ['webhooks', 'Webhooks'],
  ['funnel', 'Funnel'],
  ['events', 'Events'],
  ['errors', 'Errors'],
]

export const renderPage = (data: PageData): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox console – Evenkeel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console.css">
<script type="module" src="/console.js"></script>
</head>
<body>
<a class="skip" href="#sections">Skip to the lists</a>
<header class="top">
  <p class="brand">Evenkeel</p>
  <h1>Sandbox console</h1>
  <p class="lead">What the local services have sent and received. ${html`<a href="${data.siteUrl}">Open the site</a>`.text}</p>
  <nav aria-label="Sections"><ul>${links.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join('')}</ul></nav>
</header>
<main id="sections">${renderSections(data)}</main>
<p class="offline" role="status" hidden>The console does not answer. What is shown may be out of date.</p>
</body>
</html>
`
