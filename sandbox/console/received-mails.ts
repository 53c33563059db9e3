import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openJsonLines } from '../json-lines.ts'

/** A mail that the product has sent. */
export type ReceivedMail = {
  id: string
  receivedAt: string
  from: string
  to: string
  subject: string
  html: string
  text: string
}

export type ReceivedMails = {
  /** Newest first. */
  mails: () => readonly ReceivedMail[]
  /** The port it listens on. */
  port: number
  close: () => Promise<void>
}

const keep = 500
const longest = 1024 * 1024

/**
 * An SMTP server on the loopback address that keeps what it receives, even across restarts, and
 * forwards nothing. Anybody on this machine may send, without a password.
 */
export const receiveMails = async ({
  port,
  folder,
}: {
  port: number
  folder: string
}): Promise<ReceivedMails> => {
  const kept = openJsonLines<ReceivedMail>(path.join(folder, 'received-mails.jsonl'), keep)
  let count = kept.items().length

  const store = async (raw: Buffer, recipients: readonly string[]) => {
    const { from, subject = '', html = '', text = '' } = await PostalMime.parse(raw)
    for (const to of recipients) {
      count += 1
      const receivedAt = new Date().toISOString()
      const id = `${Date.parse(receivedAt)}-${count}`
      kept.append({ id, receivedAt, from: from?.address ?? '', to, subject, html, text })
    }
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: longest,
    logger: false,
    closeTimeout: 1_000,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The mail is too large.'), { responseCode: 552 }))
          return
        }
        const recipients = envelope.rcptTo.map(({ address }) => address)
        void (async () => {
          try {
            await store(Buffer.concat(chunks), recipients)
          } catch (error) {
            done(error as Error)
            return
          }
          done()
        })()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // Ignores clients that disconnect in the middle of a mail.
      server.on('error', () => undefined)
      resolve()
    })
  })
  const address = server.server.address()
  return {
    mails: () => kept.items().toReversed(),
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
