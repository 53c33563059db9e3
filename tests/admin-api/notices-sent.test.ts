import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '#admin-api/server.ts'
import type { RunningServer } from '#admin-api/server.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { freshDatabase, startTimeout, testSettings } from './support/harness.ts'

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let server: RunningServer
beforeAll(async () => {
  smtp = await startSmtpServer()
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'Evenkeel <hello@evenkeel.example>' }
  server = await startServer({
    ...testSettings(environment),
    database: await freshDatabase(),
    port: 0,
  })
}, 2 * startTimeout)
afterAll(() => smtp.stop())

test(
  'a running server mails the notice of a changed email address once, and stops cleanly',
  async () => {
    const call = async (email: string) => {
      const headers = { authorization: `Bearer ${unsignedToken({ uid: 'ada', email })}` }
      const answer = await fetch(`${server.url}/api/v1/me`, { headers })
      expect(answer.status).toBe(200)
    }
    await call('ada@example.com')
    await call('ada@new.example')
    await expect.poll(() => smtp.received.length, { timeout: startTimeout }).toBe(1)
    expect(smtp.received[0]).toMatchObject({
      from: 'hello@evenkeel.example',
      to: 'ada@example.com',
      subject: 'The email address of your account has changed',
      text: expect.stringContaining('http://localhost:8000/account'),
    })
    await server.stop()
    await expect(fetch(server.url)).rejects.toThrow(TypeError)
    expect(smtp.received).toHaveLength(1)
  },
  2 * startTimeout,
)
