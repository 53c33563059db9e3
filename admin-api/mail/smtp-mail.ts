import type { MailSettings } from '../settings/mail.ts'
import { MailUnavailable } from './mail-port.ts'
import type { MailOutcome, MailPort } from './mail-port.ts'

type SmtpError = {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
}

/** Each limits one wait for the server; a mail takes several. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * How long one mail may take. Even with the look-up of its plan before, it ends well before its job
 * expires (120 s), so that no other process sends it meanwhile.
 */
const mailDeadlineMs = 60_000

/**
 * Classifies a failure. A 5xx for the recipient or the content is final. One for the sender or the
 * sign-in is our own mistake, so the mail is retried until it is corrected.
 */
const outcomeOf = (error: unknown): MailOutcome => {
  const { code, command, responseCode } = error as SmtpError
  if (code === 'EENVELOPE' && responseCode === undefined) return { kind: 'refused', code: null }
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutTheMail && responseCode !== undefined && responseCode >= 500)
    return { kind: 'refused', code: responseCode }
  throw new MailUnavailable(responseCode ?? code ?? null)
}

type Sender = Pick<MailSettings, 'smtp' | 'from'>

const openTransport = async ({ smtp: { host, port, tls, user }, from }: Sender) => {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'off',
      ...(user === null ? {} : { auth: { user: user.name, pass: user.password } }),
      ...timeouts,
      // Closes immediately, so that the rest of an abandoned mail does not reach the server.
      socketCloseTimeout: 0,
    },
    {
      from: { name: from.name, address: from.address },
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  )
}

/** Connects and signs in, and sends nothing. Throws the server's error. */
export const checkMailServer = async (sender: Sender): Promise<void> => {
  const transport = await openTransport(sender)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * The mail port over SMTP. Its SDK is loaded with the first mail. A mail that takes longer than
 * `deadlineMs` is given up, and its connection closed.
 */
export const createSmtpMail = (sender: Sender, deadlineMs = mailDeadlineMs): MailPort => {
  const { from } = sender
  let opening: ReturnType<typeof openTransport> | null = null
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    send: async ({ id, to, subject, html, text }) => {
      const transport = await (opening ??= openTransport(sender))
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          // As an object, it is taken as one address even if it contains commas.
          to: { name: '', address: to },
          subject,
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(deadlineMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: async () => {
      ;(await opening)?.close()
    },
  }
}
