import { html } from './html.ts'
import type { Markup } from './html.ts'
import type { ReceivedMail } from './received-mails.ts'

/** Applies to the mail in the frame, too: no script runs, and nothing is fetched from elsewhere. */
export const noticePolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'"

const page = (title: string, body: Markup): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Sandbox console – Evenkeel</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/console.css" />
      </head>
      <body>
        <header class="top">
          <p class="brand">Evenkeel</p>
          <h1>${title}</h1>
          <p class="lead"><a href="/#notices">Sandbox console</a></p>
        </header>
        <main class="notice-page">${body}</main>
      </body>
    </html>`.text

/**
 * A notice as its recipient gets it. Its HTML is shown in a frame that runs no script and cannot
 * reach this page; its links open in a new tab.
 */
export const renderNotice = ({ subject, from, to, receivedAt, html: mail, text }: ReceivedMail) =>
  page(
    subject,
    html`<dl class="envelope">
        <dt>To</dt>
        <dd>${to}</dd>
        <dt>From</dt>
        <dd>${from}</dd>
        <dt>Received (UTC)</dt>
        <dd>${receivedAt.slice(0, 19).replace('T', ' ')}</dd>
      </dl>
      <h2>HTML</h2>
      <iframe
        class="mail"
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${mail}"
      ></iframe>
      <h2>Plain text</h2>
      <pre class="mail-text" tabindex="0">${text}</pre>`,
  )

export const renderMissingNotice = () =>
  page('No such notice', html`<p class="empty">The console keeps the newest 500 notices.</p>`)
