import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import { MailUnavailable } from '#admin-api/mail/mail-port.ts'
import { createSmtpMail } from '#admin-api/mail/smtp-mail.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { mailPort } from './mail-port.ts'

const from = { name: 'Evenkeel', address: 'hello@evenkeel.example' }

describe('mail in memory', () => {
  mailPort(async () => {
    const mail = createMemoryMail()
    return { mail, received: () => mail.sent, behave: mail.behave }
  })
})

describe('mail over SMTP', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  const open = async (
    options: Parameters<typeof startSmtpServer>[0] = {},
    tls: 'off' | 'starttls' = 'off',
    user: { name: string; password: string } | null = null,
    deadlineMs?: number,
  ) => {
    const server = await startSmtpServer(options)
    const smtp = { host: '127.0.0.1', port: server.port, tls, user }
    const mail = createSmtpMail({ smtp, from }, deadlineMs)
    closers.push(server.stop, mail.close)
    return { server, mail }
  }
  const message = { id: 'a', to: 'ada@example.com', subject: 's', html: '<p>h</p>', text: 't' }

  mailPort(async () => {
    const { server, mail } = await open()
    return {
      mail,
      received: () =>
        server.received.map(({ id, to, subject, html, text }) => ({ id, to, subject, html, text })),
      behave: server.behave,
    }
  })

  test('names the sender, and says that the mail is auto-generated', async () => {
    const { server, mail } = await open()
    await mail.send(message)
    expect(server.received[0]).toMatchObject({ from: from.address, id: 'a' })
    expect(server.received[0]?.raw).toContain('From: Evenkeel <hello@evenkeel.example>')
    expect(server.received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/mu)
  })

  test.each([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a line break in the recipient', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['a second recipient', { to: 'ada@example.com, eve@example.com' }],
  ])('adds no recipient or header for %s', async (_what, change) => {
    const { server, mail } = await open()
    await mail.send({ ...message, ...change }).catch(() => undefined)
    for (const { raw, recipients } of server.received) {
      expect(raw).not.toMatch(/^Bcc:/imu)
      expect(recipients).toHaveLength(1)
      expect(recipients[0]).not.toBe('eve@example.com')
    }
  })

  test('sends nothing, not even the password, when TLS is required but missing', async () => {
    let signedIn = false
    const onAuth = (
      _auth: unknown,
      _session: unknown,
      done: (error: null, answer: object) => void,
    ) => {
      signedIn = true
      done(null, { user: 'x' })
    }
    const user = { name: 'x', password: 'y' }
    const { server, mail } = await open(
      { disabledCommands: ['STARTTLS'], onAuth },
      'starttls',
      user,
    )
    await expect(mail.send(message)).rejects.toThrow(MailUnavailable)
    expect([signedIn, server.received]).toEqual([false, []])
  })

  test('throws MailUnavailable when the server refuses the sign-in or the sender', async () => {
    const user = { name: 'x', password: 'y' }
    const signIn = await open(
      {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Error('no')),
      },
      'off',
      user,
    )
    await expect(signIn.mail.send(message)).rejects.toThrow(MailUnavailable)
    const sender = await open({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('not yours'), { responseCode: 550 })),
    })
    await expect(sender.mail.send(message)).rejects.toThrow(MailUnavailable)
  })

  test('gives up a mail at its deadline when the server answers each step slowly', async () => {
    const steps: string[] = []
    const stepMs = 300
    const slowly = (step: string, done: () => void) => {
      steps.push(step)
      setTimeout(done, stepMs)
    }
    const { server, mail } = await open(
      {
        onConnect: (_session, done) => slowly('connect', done),
        onMailFrom: (_address, _session, done) => slowly('sender', done),
        onRcptTo: (_address, _session, done) => slowly('recipient', done),
        onClose: () => steps.push('close'),
      },
      'off',
      null,
      1.5 * stepMs,
    )
    const error: unknown = await mail.send(message).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailUnavailable)
    expect(error).toMatchObject({ code: 'EABORT' })
    // Sooner than nodemailer, which gives a server five seconds to close its side.
    await expect.poll(() => steps.at(-1), { timeout: 4000 }).toBe('close')
    await pause(3 * stepMs)
    expect(steps).not.toContain('recipient')
    expect(server.received).toEqual([])
  })

  test('throws MailUnavailable when no server listens', async () => {
    const { server, mail } = await open()
    await server.stop()
    await expect(mail.send(message)).rejects.toThrow(MailUnavailable)
  })
})
