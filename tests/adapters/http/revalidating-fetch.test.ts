import { describe, expect, it } from 'vitest'
import { createRevalidatingFetch } from '#adapters/http/revalidating-fetch.ts'
import type { HttpAnswer, HttpRequest } from '#adapters/http/retrying-fetch.ts'

const lifetime = 10_000
const staleWhileRevalidate = 60_000
const url = 'https://api.test/questions'
const get: HttpRequest = { method: 'GET', headers: {} }

const questions = (text: string, etag = `"${text}"`): HttpAnswer => ({
  status: 200,
  header: (name) => (name.toLowerCase() === 'etag' ? etag : null),
  text,
})
const status = (code: number): HttpAnswer => ({ status: code, header: () => null, text: '' })

/** The server gives these in turn and repeats the last one. */
const setUp = (...answers: readonly (HttpAnswer | Error)[]) => {
  let now = 0
  const asked: HttpRequest[] = []
  const fetch = createRevalidatingFetch({
    lifetime,
    staleWhileRevalidate,
    now: () => new Date(now),
    fetch: async (_url, request) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? status(404)
      asked.push(request)
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return {
    asked,
    text: async (request = get) => (await fetch(url, request)).text,
    fetch,
    soon: () => void (now += lifetime),
    later: () => void (now += lifetime + staleWhileRevalidate),
  }
}

describe('a revalidating fetch', () => {
  it('asks once while the answer is fresh', async () => {
    const { asked, text } = setUp(questions('first'), questions('second'))
    expect([await text(), await text(), await text()]).toEqual(['first', 'first', 'first'])
    expect(asked).toHaveLength(1)
  })

  it('revalidates a stale answer by its ETag and returns the changed one', async () => {
    const { asked, text, later } = setUp(questions('first'), questions('second'))
    await text()
    later()
    expect(await text()).toBe('second')
    expect(asked[1]?.headers).toEqual({ 'If-None-Match': '"first"' })
  })

  it('returns a recently stale answer immediately and the changed one to the next call', async () => {
    const { asked, text, soon } = setUp(questions('first'), questions('second'))
    await text()
    soon()
    expect([await text(), asked.length]).toEqual(['first', 2])
    expect([await text(), asked.length]).toEqual(['second', 2])
  })

  it('keeps an answer that has not changed', async () => {
    const { asked, text, later } = setUp(questions('first'), status(304))
    await text()
    later()
    expect([await text(), await text()]).toEqual(['first', 'first'])
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['cannot be reached', new Error('refused')],
    ['fails', status(503)],
  ])(
    'returns the last good answer while the server %s, without asking at every call',
    async (_, outage) => {
      const { asked, text, later } = setUp(questions('first'), outage, outage, questions('second'))
      await text()
      later()
      expect([await text(), await text()]).toEqual(['first', 'first'])
      expect(asked).toHaveLength(2)
      later()
      expect(await text()).toBe('first')
      later()
      expect(await text()).toBe('second')
    },
  )

  it('rejects when there never was an answer, and tries again at the next call', async () => {
    const { text } = setUp(new Error('refused'), questions('first'))
    await expect(text()).rejects.toThrow('refused')
    expect(await text()).toBe('first')
  })

  it('returns a refusal and does not cache it', async () => {
    const { asked, fetch } = setUp(status(403))
    expect((await fetch(url, get)).status).toBe(403)
    expect((await fetch(url, get)).status).toBe(403)
    expect(asked).toHaveLength(2)
  })

  it('sends one request for many calls at the same time', async () => {
    const { asked, text } = setUp(questions('first'))
    expect(await Promise.all([text(), text(), text()])).toEqual(['first', 'first', 'first'])
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['that changes something', { method: 'POST', headers: {}, body: '{}' }],
    ['that names a user', { method: 'GET', headers: { Authorization: 'Bearer token' } }],
  ])('does not cache a request %s', async (_, request) => {
    const { asked, text } = setUp(questions('first'), questions('second'))
    expect([await text(request), await text(request)]).toEqual(['first', 'second'])
    expect(asked).toHaveLength(2)
  })
})
