import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionnaires } from '#admin-api/domain/scoring.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { beliefAnswers, surveyAnswers } from './support/answers.ts'
import { somebody, startTimeout } from './support/harness.ts'
import { agreement, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

/** `PROOF=full`, or a sample. */
const isFull = process.env['PROOF'] === 'full'
const requests = isFull ? 10_000 : 250
const seed = Number(process.env['PROOF_SEED'] ?? 20_261)

const unlimited = {
  RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
  RATE_LIMIT_PROMOTION_PER_MINUTE: '1000000',
  RATE_LIMIT_USER_PER_MINUTE: '1000000',
  RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '1000000',
  RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000000',
  RATE_LIMIT_EXPORT_PER_HOUR: '1000000',
  RATE_LIMIT_APP_CLAIM_PER_HOUR: '1000000',
  RATE_LIMIT_PAYMENT_PER_HOUR: '1000000',
  RATE_LIMIT_MAILING_PER_HOUR: '1000000',
  RATE_LIMIT_MAILING_PER_MAILBOX_AND_DAY: '1000000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@evenkeel.example',
}
const people: readonly TokenClaims[] = [
  somebody(),
  somebody(),
  somebody({ emailVerified: false }),
  somebody({ signedInAgo: 7200 }),
]

let shop: Shop
let good: { card: object; subscription: string; promotion: string }
beforeAll(async () => {
  shop = await startShop({ environment: { ...unlimited, CATALOGUE_TTL_MS: '60000' } })
  const [owner] = people
  const made = await shop.order(owner!, await shop.takeCard(owner!))
  const promotion = await shop.get(`${routes.promotionCodes}?code=WELCOME20&product=annual`)
  good = {
    card: await shop.takeCard(people[1]!),
    subscription: made.json().data.id,
    promotion: promotion.json().data.id,
  }
})
afterAll(() => shop.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Operation = {
  readonly method: Method
  readonly path: string
  readonly query?: object
  readonly body?: () => object
}

const assessment = {
  kind: 'survey',
  version: questionnaires.survey.version,
  answers: surveyAnswers,
}
const belief = {
  kind: 'money_belief',
  version: questionnaires.money_belief.version,
  answers: beliefAnswers(3),
}
const diagnosis = '/api/v1/coaching/diagnosis'

/** Every route, with a valid request. */
const operations: readonly Operation[] = [
  { method: 'GET', path: '/api/v1/me' },
  {
    method: 'PATCH',
    path: '/api/v1/me',
    body: () => ({ firstName: 'Ada', lastName: 'L', birthYear: 1990, phone: '+14155550100' }),
  },
  { method: 'DELETE', path: '/api/v1/me' },
  { method: 'GET', path: '/api/v1/me/export' },
  { method: 'POST', path: '/api/v1/me/app_claims' },
  {
    method: 'POST',
    path: '/api/v1/app_claims/redeem',
    body: () => ({ token: 'a-token', appUserId: 'an-app' }),
  },
  { method: 'GET', path: `${diagnosis}/public/questions`, query: { kind: 'survey' } },
  { method: 'POST', path: `${diagnosis}/public/calculate`, body: () => assessment },
  {
    method: 'GET',
    path: diagnosis,
    query: { limit: '2', cursor: '1792345678901_00000000-0000-4000-8000-000000000000' },
  },
  { method: 'POST', path: diagnosis, body: () => belief },
  { method: 'GET', path: routes.offers },
  { method: 'POST', path: routes.setupIntents, body: () => ({ billingEmail: 'ada@example.com' }) },
  {
    method: 'POST',
    path: '/api/v1/mailings/result',
    body: () => ({ email: 'ada@example.com', ...assessment }),
  },
  { method: 'GET', path: routes.promotionCodes, query: { code: 'WELCOME20', product: 'annual' } },
  {
    method: 'POST',
    path: routes.subscriptions,
    body: () => ({
      productId: 'annual',
      ...good.card,
      promotionCodeId: good.promotion,
      journey: 'enroll',
      consent: agreement,
    }),
  },
  { method: 'DELETE', path: `${routes.subscriptions}/{id}` },
  { method: 'POST', path: `${routes.subscriptions}/{id}/resume` },
  {
    method: 'PUT',
    path: `${routes.subscriptions}/{id}/payment_method`,
    body: () => good.card,
  },
  {
    method: 'POST',
    path: `${routes.subscriptions}/{id}/change_preview`,
    body: () => ({ productId: 'monthly' }),
  },
  {
    method: 'POST',
    path: `${routes.subscriptions}/{id}/change`,
    body: () => ({ productId: 'monthly', previewId: 'a-preview' }),
  },
  { method: 'POST', path: `${routes.subscriptions}/{id}/withdraw`, body: () => ({}) },
  { method: 'GET', path: `${routes.subscriptions}/{id}/invoices` },
  {
    method: 'POST',
    path: routes.webhooks,
    body: () => ({ id: 'evt_1', object: 'event', type: 'invoice.paid' }),
  },
  { method: 'GET', path: '/health/live' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/openapi.json' },
]

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/**
 * Values that break things: of other types, huge, empty, with characters that databases and JSON
 * reject.
 */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    "'; drop table users; --",
    '',
    ' ',
    'x'.repeat(300),
    1e308,
    -0,
    null,
    [],
    {},
    true,
    nested(1000),
    '\udc00x',
    'x'.repeat(20_000),
    '1990-02-31',
    '__proto__',
    'constructor',
  ),
)

type Mangling = {
  readonly kind: 'drop' | 'add' | 'replace' | 'nest'
  readonly at: number
  readonly name: string
  readonly value: unknown
}

const mangling: fc.Arbitrary<Mangling> = fc.record({
  kind: fc.constantFrom('drop' as const, 'add' as const, 'replace' as const, 'nest' as const),
  at: fc.nat(30),
  name: fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('__proto__', 'id', 'userId', 'toString'),
  ),
  value: nasty,
})

const mangle = (from: unknown, { kind, at, name, value }: Mangling): unknown => {
  if (typeof from !== 'object' || from === null) return value
  const members = Object.entries(from)
  if (kind === 'add' || members.length === 0) return Object.fromEntries([...members, [name, value]])
  const [key, member] = members[at % members.length]!
  if (kind === 'drop') return Object.fromEntries(members.filter(([each]) => each !== key))
  if (kind === 'nest')
    return Object.fromEntries([
      ...members,
      [key, mangle(member, { kind: 'replace', at, name, value })],
    ])
  return Object.fromEntries([...members, [key, value]])
}

const segment = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    'mine',
    'x'.repeat(3000),
    '%ED%A0%80',
    '%00',
    '%ff',
    '..',
    '%2e%2e',
    'sub_1',
    "'",
    '%F0%9F%98%80',
  ),
  fc.string({ maxLength: 120 }).map(encodeURIComponent),
)
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'nonsense',
  '',
)
const rawBody = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '{',
    '[]',
    '""',
    'null',
    '{"a":1e999}',
    '{"__proto__":1}',
    '{"constructor":{"prototype":1}}',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `{"kind":"${'x'.repeat(70_000)}"}`,
  ),
)

type Sender = { readonly person: number } | { readonly header: string | null }

const sender: fc.Arbitrary<Sender> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ person: fc.nat(people.length - 1) }) },
  { weight: 2, arbitrary: fc.constant({ header: null }) },
  {
    weight: 1,
    arbitrary: fc.record({
      header: fc.constantFrom(
        '',
        'Bearer',
        'Bearer a.b.c',
        `Bearer ${unsignedToken({ expiresIn: -60 })}`,
        `Bearer ${unsignedToken({ projectId: 'x' })}`,
        'Basic YTpi',
      ),
    }),
  },
)

/** An account is deleted once, so each deletion uses a new user. */
const authorizationOf = (from: Sender, { method, path }: Operation): string | null => {
  if ('header' in from) return from.header
  const person = people[from.person]!
  return `Bearer ${unsignedToken(method === 'DELETE' && path === '/api/v1/me' ? { ...person, ...somebody() } : person)}`
}

const request = fc.record({
  operation: fc.constantFrom(...operations),
  sender,
  id: fc.oneof({ weight: 1, arbitrary: fc.constant('{mine}') }, { weight: 1, arbitrary: segment }),
  query: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        fc.oneof(fc.constantFrom('kind', 'code', 'product', 'x'), fc.string({ maxLength: 8 })),
        fc.string({ maxLength: 120 }),
        { maxKeys: 4 },
      ),
    },
  ),
  key: fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
    fc.constantFrom(null, '', 'k'.repeat(255), 'k'.repeat(256)),
  ),
  body: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: 'right' as const }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('mangled' as const),
        manglings: fc.array(mangling, { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('raw' as const), text: rawBody, type: contentType }),
    },
  ),
})

const bodyOf = (
  operation: Operation,
  body: { kind: string; manglings?: readonly Mangling[]; text?: string; type?: string },
) => {
  if (body.kind === 'raw') return { payload: body.text ?? '', type: body.type ?? '' }
  if (operation.body === undefined) return null
  const mangled = (body.manglings ?? []).reduce<unknown>(mangle, operation.body())
  return { payload: JSON.stringify(mangled) ?? '', type: 'application/json' }
}

test('every route in the OpenAPI description is among those that are requested', async () => {
  const { paths } = (await shop.app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, unknown>>
  }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  expect(described.filter((each) => !known.has(each))).toEqual([])
})

const seen = new Map<string, number>()

test(
  `${requests} valid and malformed requests to all routes get only responses that OpenAPI describes`,
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, sender: from, id, query, key, body }) => {
        const { method, path } = operation
        const authorization = authorizationOf(from, operation)
        const search = new URLSearchParams(
          (query ?? operation.query ?? {}) as Record<string, string>,
        ).toString()
        const url =
          path.replace('{id}', id === '{mine}' ? good.subscription : id) +
          (search === '' ? '' : `?${search}`)
        const sent = method === 'GET' ? null : bodyOf(operation, body)
        const answer = await shop.app.inject({
          method,
          url,
          headers: {
            ...(authorization === null ? {} : { authorization }),
            ...(key === null ? {} : { 'idempotency-key': key }),
            ...(sent === null || sent.type === '' ? {} : { 'content-type': sent.type }),
          },
          ...(sent === null ? {} : { payload: sent.payload }),
        })
        const name = `${method} ${path} ${answer.statusCode}`
        seen.set(name, (seen.get(name) ?? 0) + 1)
        expect(answer.statusCode).toBeLessThan(500)
        // Throws for a status or a body that the description does not have.
        shop.check(method, url, answer.statusCode, answer.body)
        expect(answer.headers['x-request-id']).toBeDefined()
        expect(String(answer.headers['content-type']).startsWith('application/problem+json')).toBe(
          answer.statusCode >= 400,
        )
      }),
      { numRuns: requests, seed, endOnFailure: isFull },
    )
    if (isFull)
      console.log(
        [...seen]
          .toSorted()
          .map(([name, count]) => `${String(count).padStart(5)} ${name}`)
          .join('\n'),
      )
    const answered = new Set([...seen.keys()].map((name) => name.split(' ').slice(0, 2).join(' ')))
    expect(answered.size).toBe(operations.length)
  },
  isFull ? 900_000 : startTimeout,
)
