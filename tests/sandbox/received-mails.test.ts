import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createConsole } from '#sandbox/console/app.ts'
import type { ReceivedMail } from '#sandbox/console/received-mails.ts'
import { findFreePorts } from '#sandbox/ports.ts'

describe('the notices of the sandbox console', () => {
  let folder: string
  let port: number
  let console: FastifyInstance

  const start = async () => {
    console = await createConsole({ siteUrl: 'http://localhost:8000', folder, mailPort: port })
  }
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-notices-'))
    port = (await findFreePorts(1))[0] ?? 0
    await start()
  })
  afterEach(async () => {
    await console.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (mail: { to?: string; subject?: string; html?: string; text?: string } = {}) =>
    createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
      from: 'Evenkeel <hello@evenkeel.example>',
      to: 'ada@example.com',
      subject: 'Your plan has started – für ein Jahr',
      html: '<p>HTML</p>',
      text: 'Text',
      ...mail,
    })
  const received = async (query = '') =>
    (await console.inject(`/api/notices${query}`)).json().data as ReceivedMail[]
  const pageOf = async (url: string) => (await console.inject(url)).body

  test('are listed newest first, and can be filtered by recipient', async () => {
    await send()
    await send({ to: 'Eve@example.com', subject: 'Second' })
    expect((await received()).map(({ subject }) => subject)).toEqual([
      'Second',
      'Your plan has started – für ein Jahr',
    ])
    const [mail, ...others] = await received('?email=eve@example.com')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'hello@evenkeel.example', to: 'Eve@example.com' })
    expect(await pageOf('/')).toContain(`<a href="/notices/${mail?.id}"`)
  })

  test('are kept across a restart', async () => {
    await send()
    await console.close()
    await start()
    expect(await received()).toHaveLength(1)
  })

  test('are shown with their HTML in a frame without scripts, and their text', async () => {
    await send()
    const [mail] = await received()
    const answer = await console.inject(`/notices/${mail?.id}`)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain('<p class="brand">Evenkeel</p>')
    const [frame = ''] = /<iframe[^]*?>/u.exec(answer.body) ?? []
    expect(frame).toContain('&lt;p&gt;HTML&lt;/p&gt;')
    expect(frame).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/u)
    expect(answer.body).toMatch(/<pre[^>]*>Text\s*<\/pre>/u)
  })

  test('cannot bring markup onto the console’s pages', async () => {
    const hostile = '"></iframe></pre><script>alert(1)</script>'
    await send({ subject: hostile, html: hostile, text: hostile })
    const [mail] = await received()
    expect(mail?.subject).toBe(hostile)
    for (const url of ['/', '/sections', `/notices/${mail?.id}`])
      expect(await pageOf(url)).not.toMatch(/<script>alert/u)
  })

  test('return 404 when they do not exist', async () => {
    expect((await console.inject('/notices/nothing')).statusCode).toBe(404)
  })

  test('are not accepted when larger than a megabyte', async () => {
    await expect(send({ text: 'x'.repeat(1_100_000) })).rejects.toThrow(/552|too large|size/iu)
    expect(await received()).toEqual([])
  })
})
