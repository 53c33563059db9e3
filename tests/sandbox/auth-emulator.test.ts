import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsole } from '#sandbox/console/app.ts'
import type { Mail } from '#sandbox/console/mailbox.ts'
import { authEmulatorService } from '#sandbox/identity/auth-emulator.ts'
import { findFreePorts } from '#sandbox/ports.ts'
import { startService } from '#sandbox/service.ts'
import type { Service } from '#sandbox/service.ts'

const projectId = 'demo-evenkeel'
const siteUrl = 'http://localhost:8000'
const account = { email: 'ada@example.com', password: 'Lighthouse7' }

describe('the Auth emulator', () => {
  let folder: string
  let emulator: Service
  let console: FastifyInstance

  const start = async () => {
    const [port] = await findFreePorts(1)
    const spec = await authEmulatorService({
      port: port ?? 0,
      projectId,
      folder: path.join(folder, 'identity'),
    })
    emulator = await startService(spec, { logDir: folder })
    console = await createConsole({
      siteUrl,
      folder: path.join(folder, 'console'),
      identity: { emulatorUrl: emulator.spec.url, projectId },
    })
  }
  const stop = async () => {
    await console.close()
    await emulator.stop()
  }
  const ask = async (action: string, body: object) => {
    const answer = await fetch(
      `${emulator.spec.url}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=any`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
    return (await answer.json()) as { idToken?: string; error?: { message: string } }
  }
  const mailsTo = async (email: string) =>
    (await console.inject(`/api/mails?email=${encodeURIComponent(email)}`)).json().data as Mail[]

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-emulator-'))
    await start()
  })
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('does not reveal who has an account', async () => {
    await ask('signUp', account)
    const wrong = await ask('signInWithPassword', { ...account, password: 'Wrong1234' })
    const unknown = await ask('signInWithPassword', {
      email: 'nobody@example.com',
      password: 'Wrong1234',
    })
    expect([wrong.error?.message, unknown.error?.message]).toEqual([
      'INVALID_LOGIN_CREDENTIALS',
      'INVALID_LOGIN_CREDENTIALS',
    ])
    expect(
      (await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'nobody@example.com' }))
        .error,
    ).toBeUndefined()
  })

  test('has its mails listed in the console with their link and the same link on the site', async () => {
    const { idToken } = await ask('signInWithPassword', { ...account, returnSecureToken: true })
    await ask('sendOobCode', {
      requestType: 'VERIFY_EMAIL',
      idToken,
      continueUrl: `${siteUrl}/enroll/email-confirmed`,
    })
    const [mail] = await mailsTo('Ada@example.com')
    expect(mail).toMatchObject({ to: account.email, kind: 'verification', isOpen: true })
    expect(mail?.link).toMatch(`${emulator.spec.url}/emulator/action?mode=verifyEmail`)
    expect(mail?.siteLink).toMatch(`${siteUrl}/mail-link?mode=verifyEmail`)
    expect(mail?.siteLink).toContain(encodeURIComponent(`${siteUrl}/enroll/email-confirmed`))
    expect(mail?.siteLink).toContain(`oobCode=${mail?.code}`)
  })

  test('has a password-reset mail linked to the site’s mail-link page', async () => {
    await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email: account.email })
    const [mail] = await mailsTo(account.email)
    expect(mail).toMatchObject({
      kind: 'password-reset',
      siteLink: expect.stringContaining(`${siteUrl}/mail-link?mode=resetPassword`),
    })
  })

  test('reports a mail as used once its link has been opened', async () => {
    const [mail] = (await mailsTo(account.email)).filter(({ kind }) => kind === 'verification')
    await fetch(mail?.link ?? '', { redirect: 'manual' })
    expect((await mailsTo(account.email)).find(({ code }) => code === mail?.code)).toMatchObject({
      isOpen: false,
    })
  })

  test('keeps its accounts, its settings and the mailbox across a restart', async () => {
    await stop()
    await start()
    expect((await ask('signInWithPassword', account)).error).toBeUndefined()
    const unknown = await ask('signInWithPassword', {
      email: 'nobody@example.com',
      password: 'Wrong1234',
    })
    expect(unknown.error?.message).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(await mailsTo(account.email)).toHaveLength(2)
  })
})
