import { describe, expect, it } from 'vitest'
import { delayFor, shouldRetry } from '#adapters/http/retry-policy.ts'

const plain = (method: string) => ({ method, headers: {} })
const networkError = { kind: 'network-error' } as const
const timeout = { kind: 'timeout' } as const
const answer = (status: number) => ({ kind: 'answer', status }) as const

describe('the retry policy', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'get'])(
    'retries a %s after a network error or a 5xx answer',
    (method) => {
      expect(shouldRetry(plain(method), networkError, 0)).toBe(true)
      expect(shouldRetry(plain(method), answer(500), 0)).toBe(true)
      expect(shouldRetry(plain(method), answer(599), 0)).toBe(true)
    },
  )

  it.each(['POST', 'PATCH', 'post'])('does not retry a %s without an idempotency key', (method) => {
    expect(shouldRetry(plain(method), networkError, 0)).toBe(false)
    expect(shouldRetry(plain(method), answer(503), 0)).toBe(false)
  })

  it.each(['Idempotency-Key', 'idempotency-key'])('retries a POST with the header %s', (name) => {
    const request = { method: 'POST', headers: { [name]: 'key' } }
    expect(shouldRetry(request, networkError, 0)).toBe(true)
    expect(shouldRetry(request, answer(503), 0)).toBe(true)
    expect(shouldRetry(request, answer(409), 0)).toBe(false)
    expect(shouldRetry(request, timeout, 0)).toBe(false)
    expect(shouldRetry(request, networkError, 3)).toBe(false)
  })

  it('does not retry after a time-out', () => {
    expect(shouldRetry(plain('GET'), timeout, 0)).toBe(false)
  })

  it.each([200, 304, 400, 401, 404, 408, 429, 499])('does not retry a %i answer', (status) => {
    expect(shouldRetry(plain('GET'), answer(status), 0)).toBe(false)
  })

  it('gives up after three retries', () => {
    expect([0, 1, 2, 3].map((retries) => shouldRetry(plain('GET'), networkError, retries))).toEqual(
      [true, true, true, false],
    )
  })

  it('doubles the delay from 100 ms', () => {
    expect([1, 2, 3].map((retry) => delayFor(retry, 0))).toEqual([100, 200, 400])
  })

  it('adds up to a fifth of the delay as jitter', () => {
    expect(delayFor(1, 0.5)).toBeCloseTo(110)
    expect(delayFor(3, 0.999_999)).toBeCloseTo(480, 2)
  })
})
