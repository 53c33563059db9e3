import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscriptionId } from './consumer/shapes.ts'
import { asProvider, startReferenceProvider } from './reference-provider.ts'
import type { ReferenceProvider } from './reference-provider.ts'
import { verifyProvider } from './verify-provider.ts'

process.env.PACT_DO_NOT_TRACK = 'true'

type Members = Record<string, unknown>
type Plant = (data: Members) => void
type Interaction = { readonly description: string; readonly request: { readonly method: string; readonly path: string }; readonly response: { readonly status: number } }
type Contract = { readonly interactions: readonly Interaction[] }

const committed = new URL('pacts/evenkeel-web-evenkeel-admin-api.json', import.meta.url)

const drop = (name: string): Plant => (data) => { delete data[name] }
const rename = (from: string, to: string): Plant => (data) => {
  data[to] = data[from]
  delete data[from]
}
const retype = (name: string, value: unknown): Plant => (data) => { data[name] = value }
const within = (name: string, plant: Plant): Plant => (data) => {
  const member = data[name]
  for (const each of Array.isArray(member) ? member : [member]) plant(each as Members)
}

const questions = 'GET /api/v1/coaching/diagnosis/public/questions'
const calculate = 'POST /api/v1/coaching/diagnosis/public/calculate'
const me = 'GET /api/v1/me'
const offers = 'GET /api/v1/iap_subscriptions'
const setupIntents = 'POST /api/v1/iap_subscriptions/stripe/setup_intents'
const cancelling = `DELETE /api/v1/iap_subscriptions/stripe/subscriptions/${subscriptionId}`
const exporting = 'GET /api/v1/me/export'

/** The reference provider behind something that changes the data of its successful answers. */
const startFaulty = async (provider: ReferenceProvider, plant: Plant) => {
  const server = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const answer = await fetch(provider.url + request.url, {
      method: request.method, headers: headers as Record<string, string>, ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    const content = (await answer.json()) as { data?: Members }
    if (content.data !== undefined) plant(content.data)
    response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !/^(content-length|connection|transfer-encoding)$/.test(name))))
    response.end(JSON.stringify(content))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    provider: asProvider(provider, url),
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
  }
}

describe('the verification of a provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenkeel-planted-'))
  let reference: ReferenceProvider
  beforeAll(async () => { reference = await startReferenceProvider() }, 60_000)
  afterAll(async () => {
    await reference.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  /** The part of the contract about the successful answers of a route. */
  const contractOf = (route: string): string => {
    const contract = JSON.parse(readFileSync(committed, 'utf8')) as Contract
    const interactions = contract.interactions.filter(
      ({ request: { method, path }, response: { status } }) => `${method} ${path}` === route && status < 300,
    )
    expect(interactions.length).toBeGreaterThan(0)
    const file = join(folder, `${route.replaceAll(/\W+/g, '-')}.json`)
    writeFileSync(file, JSON.stringify({ ...contract, interactions }))
    return file
  }
  const verify = async (route: string, plant: Plant) => {
    const faulty = await startFaulty(reference, plant)
    return verifyProvider(faulty.provider, contractOf(route)).finally(faulty.stop)
  }

  it.each([questions, calculate, me, offers, setupIntents, cancelling, exporting])('passes %s as it is, with a field more', { timeout: 60_000 }, async (route) => {
    await expect(verify(route, retype('more', 1))).resolves.toBeGreaterThan(0)
  })

  it.each([
    ['drops the questions’ prompts', questions, within('questions', drop('prompt'))],
    ['renames the questions’ version', questions, rename('version', 'revision')],
    ['changes the type of a score', calculate, retype('score', 'high')],
    ['drops the survey’s band', calculate, drop('band')],
    ['renames the profile’s first name', me, rename('firstName', 'givenName')],
    ['changes the type of emailVerified', me, retype('emailVerified', 'yes')],
    ['drops a price', offers, within('products', drop('price'))],
    ['changes an amount to text', offers, within('products', within('price', retype('amount', '8.99')))],
    ['lets no subscription end', cancelling, retype('cancelAtPeriodEnd', false)],
    ['keeps the results of an export back', exporting, drop('diagnoses')],
    ['renames the client secret', setupIntents, rename('clientSecret', 'client_secret')],
  ] as const)('fails when a provider %s', { timeout: 60_000 }, async (_name, route, plant) => {
    await expect(verify(route, plant)).rejects.toThrow('does not keep the contract')
  })
})
