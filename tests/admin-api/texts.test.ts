import { afterAll, beforeAll, expect, test } from 'vitest'
import { somebody } from './support/harness.ts'
import { freshKey, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

type Schema = {
  readonly type?: string
  readonly enum?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly patternProperties?: Record<string, Schema>
}

/** The places in a schema where any text is taken. */
const texts = (schema: Schema, path: string): { path: string; pattern: string | undefined }[] => [
  ...(schema.type === 'string' && schema.enum === undefined
    ? [{ path, pattern: schema.pattern }]
    : []),
  ...(schema.items === undefined ? [] : texts(schema.items, `${path}[]`)),
  ...(schema.anyOf ?? []).flatMap((each) => texts(each, path)),
  ...Object.entries({ ...schema.properties, ...schema.patternProperties }).flatMap(([name, each]) =>
    texts(each, `${path}.${name}`),
  ),
]

type Operation = {
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
}

test('the schema of every text that a caller sends refuses NUL and lone surrogates', async () => {
  const { paths } = (await shop.app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters, requestBody }]) => [
      // Headers are left out, since they can hold neither.
      ...parameters
        .filter((each) => each.in !== 'header')
        .flatMap(({ name, schema }) => texts(schema, `${method} ${path} ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        texts(schema, `${method} ${path}`),
      ),
    ]),
  )
  expect(found.length).toBeGreaterThan(15)
  const accepts = (pattern: string | undefined, value: string) =>
    new RegExp(pattern ?? '', 'u').test(value)
  for (const { path, pattern } of found) {
    expect([
      path,
      ...['a\0b', '\ud800', 'a\udfffb'].map((value) => accepts(pattern, value)),
    ]).toEqual([path, false, false, false])
  }
  // Some texts, such as ids, accept only a pattern of their own.
  expect(found.filter(({ pattern }) => accepts(pattern, 'a😀b')).length).toBeGreaterThan(15)
})

test.each(['a\0b', '\ud800', 'a\udfff'])(
  'a request with %j in a text gets a 422',
  async (value) => {
    const as = somebody()
    const order = { productId: 'annual', setupIntentId: 'seti_1', paymentMethodId: 'pm_1' }
    const headers = () => ({ 'idempotency-key': freshKey() })
    const answers = [
      await shop.post(routes.setupIntents, { billingEmail: `${value}@example.com` }),
      await shop.patch('/api/v1/me', { attribution: { lastTouch: { source: value } } }, { as }),
      await shop.patch('/api/v1/me', { firstName: value }, { as }),
      ...(await Promise.all(
        Object.keys(order).map((name) =>
          shop.post(routes.subscriptions, { ...order, [name]: value }, { as, headers: headers() }),
        ),
      )),
      await shop.post(
        routes.subscriptions,
        { ...order, promotionCodeId: value },
        { as, headers: headers() },
      ),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 422))
  },
)

test('a request with a NUL in its URL gets a 422', async () => {
  const as = somebody()
  for (const url of [
    `${routes.promotionCodes}?code=a%00b&product=annual`,
    `${routes.promotionCodes}?code=A&product=%00`,
    `${routes.subscriptions}/%00/invoices`,
  ]) {
    expect((await shop.get(url, { as })).statusCode).toBe(422)
  }
})
