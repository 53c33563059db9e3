import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createEnvelope, serializeEnvelope } from '@sentry/core'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { createConsole } from '#sandbox/console/app.ts'
import { acceptedAnswer, faultyUploads, uploadOf } from '#tests/support/analytics-provider.ts'

const pageView = (id: string) => ({
  name: 'web_page_viewed',
  properties: { path: '/sign-up/survey?step=3', title: 'Survey' },
  browser: 'a4f3c8c2-5f0e-4c67-9d0a-6a3f6f0e2c11',
  id,
})
const report = {
  event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
  exception: { values: [{ type: 'TypeError', value: 'the sea is ü' }] },
}
const envelope = () =>
  serializeEnvelope(
    createEnvelope({ event_id: report.event_id, sent_at: '2026-11-21T10:00:00.000Z' }, [
      [{ type: 'session' }, { sid: '1', status: 'ok' }],
      [{ type: 'event' }, report],
    ] as never),
  )

describe('the collector', () => {
  let folder: string
  let server: FastifyInstance

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-collector-'))
    server = await createConsole({ siteUrl: 'http://localhost:8000', folder })
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const postEvents = (
    payload: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    server.inject({
      method: 'POST',
      url: uploadPath,
      headers,
      payload,
    })
  const postEnvelope = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/1/envelope/?sentry_version=7&sentry_key=sandbox',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      payload,
    })
  const listed = async (what: 'events' | 'errors') =>
    (await server.inject(`/_collector/${what}`)).json().data as Record<string, unknown>[]

  test('accepts the events of the analytics SDK and responds as the analytics service does', async () => {
    const answer = await postEvents(uploadOf([pageView('one'), pageView('two')]))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject(acceptedAnswer(2))
    expect(await listed('events')).toMatchObject([
      { event: pageView('one') },
      { event: pageView('two') },
    ])
  })

  test('accepts events from a beacon, which has no JSON content type', async () => {
    expect(
      (
        await postEvents(uploadOf([pageView('one')]), {
          'content-type': 'text/plain;charset=UTF-8',
        })
      ).statusCode,
    ).toBe(200)
  })

  test('stores an event once when it is sent twice', async () => {
    await postEvents(uploadOf([pageView('one')]))
    await postEvents(uploadOf([pageView('one')]))
    expect(await listed('events')).toHaveLength(1)
  })

  test.each(faultyUploads)(
    'refuses events that the analytics service would refuse: %s',
    async (body, complaint) => {
      const answer = await postEvents(body)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(complaint)
      expect(await listed('events')).toEqual([])
    },
  )

  test('accepts the error reports of the Sentry SDK, whatever else is in the envelope', async () => {
    const answer = await postEnvelope(Buffer.from(envelope()))
    expect(answer.json()).toEqual({ id: report.event_id })
    expect(await listed('errors')).toMatchObject([
      { project: '1', summary: 'TypeError: the sea is ü', report },
    ])
  })

  test('accepts a gzipped envelope', async () => {
    expect(
      (await postEnvelope(gzipSync(envelope()), { 'content-encoding': 'gzip' })).statusCode,
    ).toBe(200)
    expect(await listed('errors')).toHaveLength(1)
  })

  test.each([['no envelope at all'], ['{}\n{"type":"event","length":9999}\n{}'], ['']])(
    'refuses a broken envelope: %j',
    async (payload) => {
      expect((await postEnvelope(payload)).statusCode).toBe(400)
    },
  )

  test('refuses an envelope without a key', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/1/envelope/',
      payload: envelope(),
    })
    expect(answer.statusCode).toBe(403)
  })

  test('lets the browser send from another origin', async () => {
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: uploadPath,
      headers: {
        origin: 'http://localhost:8000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-headers']).toContain('content-type')
  })

  test('keeps what it received across a restart and deletes it on request', async () => {
    await postEvents(uploadOf([pageView('one')]))
    await server.close()
    server = await createConsole({ siteUrl: 'http://localhost:8000', folder })
    expect(await listed('events')).toHaveLength(1)
    await server.inject({ method: 'DELETE', url: '/_collector/events' })
    expect(await listed('events')).toEqual([])
  })
})

describe('the console', () => {
  test('shows what was received as text, never as markup', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-console-'))
    const server = await createConsole({ siteUrl: 'http://localhost:8000', folder })
    const hostile = '<script>alert(1)</script>'
    await server.inject({
      method: 'POST',
      url: uploadPath,
      payload: uploadOf([{ ...pageView('one'), name: hostile, properties: { title: hostile } }]),
    })
    const page = await server.inject('/')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.body).not.toContain(hostile)
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('names the service that does not answer', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-console-'))
    const server = await createConsole({
      siteUrl: 'http://localhost:8000',
      folder,
      paymentsUrl: 'http://127.0.0.1:1',
    })
    const { body } = await server.inject('/')
    expect(body).toContain('The payments sandbox does not answer.')
    expect(body).toContain('Identity is a real Firebase project')
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
