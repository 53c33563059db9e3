import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Verifier } from '@pact-foundation/pact'
import { faultsOfCors, faultsOfData, faultsOfPreflight } from './site-checks.ts'
import type { Preflight } from './site-checks.ts'

export type StateRequest = {
  readonly name: string
  readonly parameters: object
  /** Where the visitor's requests come from: states with one address speak of one visitor, another address of another. */
  readonly address: string
}

/** Someone's admin API, with a way to make the states of the contract true. */
export type Provider = {
  readonly url: string
  /** Of the pages that use the API: scheme, host and port. The same as the API's where they share one, and no CORS is needed. */
  readonly origin: string
  /** The ID token that requests for users carry, unless a state gives another. */
  readonly token?: string
  /** Headers that every request carries. */
  readonly headers?: Readonly<Record<string, string>>
  /** Resolves with the values that only the provider knows, and with `token` where the state's user has one of their own. */
  setUp(state: StateRequest): Promise<Readonly<Record<string, string>>>
}

type ReplayedRequest = {
  readonly method: string
  readonly path: string
  readonly originalUrl: string
  readonly headers: Record<string, string | undefined>
}
type Interaction = {
  readonly request: { readonly method: string; readonly path: string; readonly headers?: Readonly<Record<string, unknown>> }
  readonly providerStates?: readonly { readonly name: string }[]
}
type Contract = { readonly interactions: readonly Interaction[] }

/** Where the verifier sets up states: not a request of the contract. */
const setUpPath = '/_pactSetup'

/** Browsers send these without asking first. */
const neverAsked = new Set(['accept', 'accept-language', 'content-language'])

/** What a browser asks before the requests of the contract: one for each method and path, with all headers it may carry. */
const preflightsOf = (interactions: readonly Interaction[], more: readonly string[]): Preflight[] => {
  const asked = new Map<string, Preflight>()
  for (const { request: { method, path, headers = {} } } of interactions) {
    const known = asked.get(`${method} ${path}`)?.headers ?? []
    // The site asks whether questions that it has still hold.
    const names = [...known, ...more, ...Object.keys(headers), ...(path.endsWith('/public/questions') ? ['if-none-match'] : [])]
    const unsafe = names.map((name) => name.toLowerCase()).filter((name) => !neverAsked.has(name))
    asked.set(`${method} ${path}`, { method, path, headers: [...new Set(unsafe)].toSorted() })
  }
  return [...asked.values()]
}

const checkPreflights = async ({ url, origin, headers = {} }: Provider, interactions: readonly Interaction[]): Promise<string[]> => {
  const faults: string[] = []
  for (const preflight of preflightsOf(interactions, Object.keys(headers))) {
    const { method, path, headers: names } = preflight
    const answer = await fetch(url + path, {
      method: 'OPTIONS',
      signal: AbortSignal.timeout(30_000),
      redirect: 'manual',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': names.join(',') },
    })
    await answer.body?.cancel()
    faults.push(...faultsOfPreflight(preflight, origin, answer).map((fault) => `The preflight of ${method} ${path} ${fault}.`))
  }
  return faults
}

/** Hands over the body of an answer before its end is passed on. */
const readBody = (response: ServerResponse, use: (body: string) => void) => {
  const parts: Buffer[] = []
  const write = response.write.bind(response) as (part: Buffer) => boolean
  const end = response.end.bind(response)
  response.write = (part: Buffer) => {
    parts.push(part)
    return write(part)
  }
  response.end = () => {
    use(Buffer.concat(parts).toString())
    return end()
  }
}

/** How many interactions differ, as Pact tells with its failure. */
const countOf = (failure: unknown): number => {
  try {
    return (JSON.parse((failure as Error).message) as { errors: unknown[] }).errors.length
  } catch {
    throw failure
  }
}

const listed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)])

/**
 * Replays every request of a contract against a running provider, each from an address of its own. Prints each difference,
 * and rejects when there is one, when an answer is none that the site could use, or when a state could not be made true.
 * Resolves with the number of requests.
 */
export const verifyProvider = async (provider: Provider, pactFile: string): Promise<number> => {
  const { interactions } = JSON.parse(readFileSync(pactFile, 'utf8')) as Contract
  const names = new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)))
  const isElsewhere = new URL(provider.url).origin !== provider.origin
  const faults = isElsewhere ? await checkPreflights(provider, interactions) : []

  let visitors = 0
  let address = ''
  let token = provider.token ?? ''
  const begin = async () => {
    visitors += 1
    address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
    token = provider.token ?? ''
  }
  const failures = new Map<string, string>()
  const handle = (name: string) => async (parameters: unknown) => {
    try {
      const { token: own, ...values } = await provider.setUp({ name, parameters: parameters ?? {}, address })
      token = own ?? token
      return values
    } catch (error) {
      // The library sends the request all the same, and an answer that happens to be right would pass.
      failures.set(name, error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  const checkAnswer = ({ method, originalUrl: path }: ReplayedRequest, response: ServerResponse) => {
    readBody(response, (body) => {
      const header = (name: string) => response.getHeader(name)?.toString()
      const answered = { method, path, status: response.statusCode, header, body }
      const found = [...faultsOfData(answered), ...(isElsewhere ? faultsOfCors(answered, provider.origin) : [])]
      faults.push(...found.map((fault) => `The answer ${answered.status} to ${method} ${path} ${fault}.`))
    })
  }
  const carryVisitor = (request: ReplayedRequest, response: ServerResponse, next: () => void) => {
    if (request.path !== setUpPath) {
      Object.assign(request.headers, provider.headers, { 'x-forwarded-for': address, 'accept-encoding': 'identity' }, isElsewhere && { origin: provider.origin })
      if (request.headers.authorization) request.headers.authorization = `Bearer ${token}`
      checkAnswer(request, response)
    }
    next()
  }
  const verifier = new Verifier({
    provider: 'evenkeel-admin-api',
    providerBaseUrl: provider.url,
    pactUrls: [pactFile],
    logLevel: 'error',
    stateHandlers: Object.fromEntries([...names].map((name) => [name, handle(name)])),
    beforeEach: begin,
    requestFilter: carryVisitor,
  })
  const differing = await verifier.verifyProvider().then(() => 0, countOf)
  if (differing + faults.length + failures.size > 0) {
    throw new Error([
      'The provider does not keep the contract.',
      ...(differing === 0 ? [] : [`${differing} of ${interactions.length} interactions differ, as printed above.`]),
      ...listed('Its answers are not all right for the site:', [...new Set(faults)]),
      ...listed('These states could not be made true:', [...failures].map(([name, why]) => `${name}: ${why}`)),
    ].join('\n'))
  }
  return interactions.length
}
