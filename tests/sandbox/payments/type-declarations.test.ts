import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#sandbox/payments/endpoints.ts'
import { readDeclaredTypes } from './declared-types.ts'
import type { DeclaredTypes } from './declared-types.ts'
import { everythingOnce } from './every-route.ts'
import { startPayments } from './support.ts'
import type { Running } from './support.ts'

type Json = Record<string, unknown>

/** What Stripe's documentation says of a type, even though its declaration does not. */
const DOCUMENTED = [
  // "The received Invoice object will not have an invoice ID" (InvoiceUpcomingEvent).
  'invoice.upcoming.data.object.id is missing',
]

const sources = fileURLToPath(new URL('../../../sandbox/payments/', import.meta.url))

/** The types of events that the sandbox's sources send. */
const eventsOfSources = (): string[] => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('browser/'))
    .map((file) => readFileSync(`${sources}${file}`, 'utf8').replaceAll(/\s+/g, ' '))
  const calls = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:emit\(|change\( ?sandbox, )([^,]*),/g),
  ])
  return calls.flatMap(([, type = '']) =>
    [...type.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name),
  )
}

/** All objects in an answer or an event, including those nested in others. */
const objectsIn = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  const kind = 'object' in value ? value.object : undefined
  const isWhole = typeof kind === 'string' && kind !== 'list' && kind !== 'plan'
  return isWhole && 'id' in value ? [value as Json, ...inner] : inner
}

describe('the payments sandbox and the type declarations of the stripe package', () => {
  let payments: Running
  let types: DeclaredTypes
  let events: Stripe.Event[]
  /** `isPart`: an answer to a publishable key contains only a part of each object. */
  const bodies: { request: string; body: unknown; isPart: boolean }[] = []

  beforeAll(async () => {
    types = readDeclaredTypes()
    payments = await startPayments()
    const keep: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const { pathname } = new URL(String(input))
      const body: unknown = await response.clone().json()
      const isPart = init?.body instanceof URLSearchParams && init.body.has('key')
      bodies.push({ request: `${init?.method ?? 'GET'} ${pathname}`, body, isPart })
      return response
    }
    const { hostname, port } = new URL(payments.url)
    const stripe = new Stripe('sk_test_sandbox', {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(keep),
    })
    await everythingOnce({ ...payments, stripe }, keep)
    events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  }, 240_000)

  afterAll(async () => {
    types?.close()
    await payments?.close()
  })

  const deviationsOf = (objects: Json[]): string[] => {
    const all = objects.flatMap((object) =>
      types.deviationsOf(object).map((each) => each.replaceAll(/\[\d+\]/g, '[]')),
    )
    return [...new Set(all)].filter((each) => !DOCUMENTED.includes(each)).toSorted()
  }

  test('are compared for every route', () => {
    const asked = new Set(bodies.map(({ request }) => request))
    const missing = ENDPOINTS.filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`)
      return ![...asked].some((each) => pattern.test(each))
    })
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('are compared for every event', () => {
    const seen = new Set<string>(events.map(({ type }) => type))
    expect([...new Set(eventsOfSources())].filter((type) => !seen.has(type))).toEqual([])
  })

  test.each([
    ['a missing member', { disputed: undefined }, 'charge.disputed is missing'],
    ['an unknown member', { colour: 'red' }, 'charge.colour is not declared'],
    ['a wrong type', { amount: '12' }, 'charge.amount may not be "12"'],
    ['an unexpected null', { paid: null }, 'charge.paid may not be null'],
    ['an unknown enumeration value', { status: 'done' }, 'charge.status may not be "done"'],
    ['a wrong nested member', { outcome: { type: 1 } }, 'charge.outcome.type may not be 1'],
  ])('are found to disagree on %s', (_, change, deviation) => {
    const charge = bodies
      .flatMap(({ body }) => objectsIn(body))
      .find(({ object }) => object === 'charge')
    const changed: unknown = JSON.parse(JSON.stringify({ ...charge, ...change }))
    expect(types.deviationsOf(changed as Json)).toContain(deviation)
  })

  test('agree on every object of every response', () => {
    const whole = bodies.filter(({ isPart }) => !isPart)
    expect(deviationsOf(whole.flatMap(({ body }) => objectsIn(body)))).toEqual([])
    const parts = bodies.filter(({ isPart }) => isPart)
    const wrong = deviationsOf(parts.flatMap(({ body }) => objectsIn(body)))
    expect(wrong.filter((each) => !each.endsWith(' is missing'))).toEqual([])
  })

  test('agree on every event', () => {
    expect(deviationsOf(events as unknown as Json[])).toEqual([])
  })
})
