import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import type { MailMessage } from '#admin-api/mail/mail-port.ts'

type Behaviour = 'accepting' | 'refusing' | 'unavailable'

export type ReceivedMail = MailMessage & {
  readonly from: string
  readonly raw: string
  readonly recipients: readonly string[]
}

const failure = (text: string, responseCode: number) =>
  Object.assign(new Error(text), { responseCode })

/** An SMTP server on the loopback address, on a free port. */
export const startSmtpServer = async (options: SMTPServerOptions = {}) => {
  const received: ReceivedMail[] = []
  let behaviour: Behaviour = 'accepting'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (behaviour === 'refusing') done(failure(`<${address}>: no such user`, 550))
      else if (behaviour === 'unavailable') done(failure(`<${address}>: try again later`, 451))
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void (async () => {
          const raw = Buffer.concat(chunks)
          const mail = await PostalMime.parse(raw)
          received.push({
            id: mail.messageId?.replace(/^<([^@]*)@.*$/u, '$1') ?? '',
            from: mail.from?.address ?? '',
            to: mail.to?.[0]?.address ?? '',
            subject: mail.subject ?? '',
            html: mail.html?.trim() ?? '',
            // Without the line break that ends the content of every mail.
            text: (mail.text ?? '').replace(/\n$/u, ''),
            raw: raw.toString(),
            recipients: session.envelope.rcptTo.map(({ address }) => address),
          })
          done()
        })()
      })
    },
    ...options,
  })
  // A client may disconnect midway: the tests check only what was received.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (as: Behaviour) => {
      behaviour = as
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
