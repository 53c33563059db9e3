import { isOnThisMachine } from '../loopback.ts'

/** Where mails are sent from, and what their links lead to. */
export type MailSettings = {
  readonly smtp: {
    readonly host: string
    readonly port: number
    /** `implicit`: from the first byte. `starttls`: required before anything is sent. */
    readonly tls: 'implicit' | 'starttls' | 'off'
    readonly user: { readonly name: string; readonly password: string } | null
  }
  readonly from: { readonly name: string; readonly address: string }
  /** The public address of the site, without a trailing slash. */
  readonly siteUrl: string
}

type Given = {
  /** SMTP_URL. */
  readonly url: string | null
  /** MAIL_FROM. */
  readonly from: string | null
  readonly siteUrl: string
}

const submissionPorts = { implicit: 465, starttls: 587, off: 25 }

const address = /^[^\s@<>"(),:;[\]\\]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i
const named = /^([^<>\r\n]*)<([^<>]+)>$/

const readSender = (text: string): MailSettings['from'] | null => {
  const [, name = '', inner = text] = named.exec(text) ?? []
  const from = { name: name.trim().replace(/^"(.*)"$/, '$1'), address: inner.trim() }
  return address.test(from.address) ? from : null
}

const readServer = (text: string): MailSettings['smtp'] | null => {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === ''
  if (!/^smtps?:$/.test(protocol) || hostname === '' || !isBare) return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const tls =
    protocol === 'smtps:' ? 'implicit' : isOnThisMachine(host) ? ('off' as const) : 'starttls'
  try {
    return {
      host,
      port: port === '' ? submissionPorts[tls] : Number(port),
      tls,
      user:
        username === ''
          ? null
          : { name: decodeURIComponent(username), password: decodeURIComponent(password) },
    }
  } catch {
    return null
  }
}

/**
 * Reads SMTP_URL and MAIL_FROM; null when both are unset or one is wrong. Each of `problems` is a
 * sentence; none of them repeats the URL, which can hold a password.
 */
export const readMail = (
  given: Given,
): { readonly mail: MailSettings | null; readonly problems: readonly string[] } => {
  if (given.url === null && given.from === null) return { mail: null, problems: [] }
  if (given.url === null || given.from === null)
    return { mail: null, problems: ['SMTP_URL and MAIL_FROM must both be set, or neither.'] }
  const smtp = readServer(given.url)
  const from = readSender(given.from)
  const problems = [
    ...(smtp === null
      ? ['SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the start.']
      : []),
    ...(from === null
      ? [`MAIL_FROM must be an address or "Name <address>", but is "${given.from}".`]
      : []),
  ]
  if (smtp === null || from === null) return { mail: null, problems }
  return { mail: { smtp, from, siteUrl: given.siteUrl.replace(/\/$/, '') }, problems }
}
