import fetch from 'cross-fetch'
import { afterEach, describe, expect, it } from 'vitest'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import {
  answer,
  hangUp,
  hangUpHalfway,
  startLoopbackServer,
  staySilent,
} from './loopback-server.ts'
import type { LoopbackServer, Reaction } from './loopback-server.ts'

const servers: LoopbackServer[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const get = { method: 'GET', headers: {} }
const post = { method: 'POST', headers: { 'idempotency-key': 'key' }, body: '{}' }

describe.each([
  ['cross-fetch', fetch],
  ['the native fetch', globalThis.fetch],
])('the retrying fetch over %s', (_name, fetch) => {
  const over = async (...reactions: readonly Reaction[]) => overWithin(5000, ...reactions)

  const overWithin = async (timeout: number, ...reactions: readonly Reaction[]) => {
    const server = await startLoopbackServer(...reactions)
    servers.push(server)
    const delays: number[] = []
    const sleep = async (milliseconds: number) => {
      delays.push(milliseconds)
    }
    return { server, delays, send: createRetryingFetch({ fetch, sleep, random: () => 0, timeout }) }
  }

  it('gives the answer with its status, headers and whole body', async () => {
    const { server, send } = await over(answer(201, { data: 'é' }, { 'Retry-After': '7' }))
    const { status, header, text } = await send(`${server.url}/path?q=1`, {
      ...post,
      body: '{"a":1}',
    })
    expect({ status, retryAfter: header('retry-after'), text }).toEqual({
      status: 201,
      retryAfter: '7',
      text: '{"data":"é"}',
    })
    expect(server.requests).toMatchObject([{ method: 'POST', url: '/path?q=1', body: '{"a":1}' }])
    expect(server.requests[0]?.headers['idempotency-key']).toBe('key')
  })

  it('retries a GET until it is answered, waiting longer each time', async () => {
    const { server, delays, send } = await over(hangUp, answer(503), answer(500), answer(200))
    expect((await send(server.url, get)).status).toBe(200)
    expect(delays).toEqual([100, 200, 400])
  })

  it('gives the last 5xx answer after three retries', async () => {
    const { server, delays, send } = await over(answer(500), answer(500), answer(500), answer(502))
    expect((await send(server.url, get)).status).toBe(502)
    expect(server.requests).toHaveLength(4)
    expect(delays).toHaveLength(3)
  })

  it('rejects when the connection still breaks after three retries', async () => {
    const { server, send } = await over(hangUp)
    await expect(send(server.url, get)).rejects.toBeInstanceOf(Error)
    expect(server.requests).toHaveLength(4)
  })

  it('retries when the connection breaks inside the body', async () => {
    const { server, send } = await over(hangUpHalfway, answer(200))
    expect((await send(server.url, get)).status).toBe(200)
    expect(server.requests).toHaveLength(2)
  })

  it.each(['POST', 'PATCH'])('does not retry a %s without an idempotency key', async (method) => {
    const request = { method, headers: {}, body: '{}' }
    const failing = await over(answer(503))
    expect((await failing.send(failing.server.url, request)).status).toBe(503)
    expect(failing.server.requests).toHaveLength(1)

    const broken = await over(hangUp)
    await expect(broken.send(broken.server.url, request)).rejects.toBeInstanceOf(Error)
    expect(broken.server.requests).toHaveLength(1)
    expect([...failing.delays, ...broken.delays]).toEqual([])
  })

  it('retries a POST with an idempotency key under the same key', async () => {
    const { server, delays, send } = await over(hangUp, answer(503), answer(201))
    expect((await send(server.url, post)).status).toBe(201)
    expect(server.requests.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual([
      ['key', '{}'],
      ['key', '{}'],
      ['key', '{}'],
    ])
    expect(delays).toEqual([100, 200])
  })

  it('aborts an attempt that takes too long and does not retry it', async () => {
    const { server, delays, send } = await overWithin(2000, staySilent)
    await expect(send(server.url, get)).rejects.toThrow('No answer within 2000 ms.')
    expect(server.requests).toHaveLength(1)
    expect(delays).toEqual([])
  })

  it('does not retry a request that was refused', async () => {
    const { server, send } = await over(answer(429), answer(200))
    expect((await send(server.url, get)).status).toBe(429)
    expect(server.requests).toHaveLength(1)
  })

  it('rejects when nothing listens', async () => {
    const { server, delays, send } = await over(answer(200))
    await server.close()
    await expect(send(server.url, get)).rejects.toBeInstanceOf(Error)
    expect(delays).toEqual([100, 200, 400])
  })
})
