import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const fullBody = 64 * 1024
/** The bytes left for a value in a full body. */
const room = fullBody - 1000

const half = room / 2
const repeat = (count: number, part: string) => `[${Array(Math.floor(count)).fill(part).join(',')}]`
const foreignKeys = (name: (index: number) => string, bytes: number) =>
  `{${Array.from({ length: Math.floor(room / bytes) }, (_, index) => `"${name(index)}":1`).join(',')}}`

/** Wrong values that fill a body, as JSON. */
const shapes = {
  'elements under a long key': `{"${'k'.repeat(half)}":${repeat(half / 2, '1')}}`,
  'elements under a key of 64 characters': `{"${'k'.repeat(64)}":${repeat(room / 2 - 100, '1')}}`,
  elements: repeat(room / 2 - 10, '1'),
  texts: repeat(room / 3 - 10, '""'),
  'unknown keys': foreignKeys((index) => `k${index}`, 10),
  'unknown keys of control characters': foreignKeys(
    (index) => `${index}${'\\u0001'.repeat(100)}`,
    610,
  ),
  'one unknown key': `{"${'k'.repeat(room - 10)}":1}`,
  'a long text': `"${'x'.repeat(room - 10)}"`,
  'nested arrays': '['.repeat(half) + ']'.repeat(half),
  'nested objects': '{"a":'.repeat(room / 6) + '1' + '}'.repeat(room / 6),
}

type Member = { readonly properties?: Record<string, Member> }
type Operation = {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Member }> }
}
type Description = { readonly paths: Record<string, Record<string, Operation>> }

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const routesWithBody = async () => {
  const { paths } = (await api.app.inject('/openapi.json')).json() as Description
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody === undefined
        ? []
        : [
            {
              method: method.toUpperCase() as 'POST' | 'PUT' | 'PATCH',
              url: path.replaceAll(/\{\w+\}/g, 'x'),
              members: Object.keys(
                requestBody.content['application/json']?.schema.properties ?? {},
              ),
            },
          ],
    ),
  )
}

describe('a request body of almost 64 KiB of wrong values', () => {
  test.each(Object.entries(shapes))(
    'is refused within 30 s by a shorter response: %s',
    async (_, shape) => {
      const routes = await routesWithBody()
      expect(routes.length).toBeGreaterThan(5)
      for (const { method, url, members } of routes) {
        for (const payload of [shape, ...members.map((name) => `{"${name}":${shape}}`)]) {
          expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(fullBody)
          const begun = performance.now()
          const answer = await api.app.inject({
            method,
            url,
            payload,
            headers: { 'content-type': 'application/json' },
          })
          // Takes milliseconds, but minutes if each error repeats all the others.
          const isQuick = performance.now() - begun < 30_000
          // 401 on routes whose schema accepts any text, since the token is checked next.
          const isRefused = [401, 422].includes(answer.statusCode)
          expect({ method, url, payload: payload.slice(0, 40), isQuick, isRefused }).toMatchObject({
            isQuick: true,
            isRefused: true,
          })
          expect(Buffer.byteLength(answer.body)).toBeLessThan(fullBody)
        }
      }
    },
  )
})
