import { expect, test } from 'vitest'
import { MailUnavailable } from '#admin-api/mail/mail-port.ts'
import type { MailMessage, MailPort } from '#admin-api/mail/mail-port.ts'

export type MailHarness = {
  readonly mail: MailPort
  /** What reached the server, in order. */
  readonly received: () => readonly MailMessage[]
  readonly behave: (as: 'accepting' | 'refusing' | 'unavailable') => void
}

const message: MailMessage = {
  id: '1f2e',
  to: 'ada@example.com',
  subject: 'Your plan has started: $89.99 – für ein Jahr',
  html: '<!doctype html><html><body><p>It’s 10 December. Ünïcode</p></body></html>',
  text: 'It’s 10 December.\n.\nA line with a dot alone, above.\n',
}

/** What the product relies on in every adapter of the mail port. */
export const mailPort = (open: () => Promise<MailHarness>) => {
  test('delivers recipient, subject, HTML and text as they were given', async () => {
    const { mail, received } = await open()
    expect(await mail.send(message)).toEqual({ kind: 'sent' })
    expect(received()).toEqual([message])
  })

  test('gives a repeated mail the same id', async () => {
    const { mail, received } = await open()
    await mail.send(message)
    await mail.send(message)
    expect(received().map(({ id }) => id)).toEqual(['1f2e', '1f2e'])
  })

  test('reports a mail that the server refuses permanently', async () => {
    const { mail, received, behave } = await open()
    behave('refusing')
    expect(await mail.send(message)).toEqual({ kind: 'refused', code: 550 })
    expect(received()).toEqual([])
  })

  test('throws MailUnavailable, which does not name the recipient, during an outage, and recovers', async () => {
    const { mail, received, behave } = await open()
    behave('unavailable')
    const error = await mail.send(message).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailUnavailable)
    expect(JSON.stringify(error) + String(error)).not.toContain('ada')
    behave('accepting')
    expect(await mail.send(message)).toEqual({ kind: 'sent' })
    expect(received()).toHaveLength(1)
  })
}
