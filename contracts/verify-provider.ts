import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Verifier } from '@pact-foundation/pact'
import { problemsOfCors, problemsOfData, problemsOfPreflight } from './site-checks.ts'
import type { Preflight } from './site-checks.ts'
import { givenBy } from './states.ts'

export type StateRequest = {
  readonly name: string
  readonly parameters: object
  /** The address of the visitor's requests: states with the same address share a visitor. */
  readonly address: string
}

/** Thrown when nothing at the address serves the state. */
export class NothingThere extends Error {}

/** An admin API, with a way to set up the states of the contract. */
export type Provider = {
  readonly url: string
  /**
   * The origin (scheme, host, port) of the pages that call the API. If it is the API's own origin,
   * CORS is not checked.
   */
  readonly origin: string
  /** The ID token that requests for users carry, unless a state gives another. */
  readonly token?: string
  /** Headers that every request carries. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Resolves with the values that only the provider knows, and with `token` when the state's user
   * has one of their own. Rejects with a sentence that names the state; with `NothingThere` when
   * nothing answers for it.
   */
  setUp(state: StateRequest): Promise<Readonly<Record<string, unknown>>>
}

type ReplayedRequest = {
  readonly method: string
  readonly path: string
  readonly originalUrl: string
  readonly headers: Record<string, string | undefined>
}
type Interaction = {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, unknown>>
  }
  readonly providerStates?: readonly { readonly name: string; readonly params?: object }[]
}
type Contract = { readonly interactions: readonly Interaction[] }

/** The path at which the verifier sets up states. It is not a request of the contract. */
const setUpPath = '/_pactSetup'

/** Headers that browsers send without a preflight. */
const neverAsked = new Set(['accept', 'accept-language', 'content-language'])

/**
 * The preflights that a browser sends for the contract's requests: one for each method and path,
 * with all headers it may carry.
 */
const preflightsOf = (
  interactions: readonly Interaction[],
  more: readonly string[],
): Preflight[] => {
  const asked = new Map<string, Preflight>()
  for (const {
    request: { method, path, headers = {} },
  } of interactions) {
    const known = asked.get(`${method} ${path}`)?.headers ?? []
    const names = [...known, ...more, ...Object.keys(headers)]
    const unsafe = names.map((name) => name.toLowerCase()).filter((name) => !neverAsked.has(name))
    asked.set(`${method} ${path}`, { method, path, headers: [...new Set(unsafe)].toSorted() })
  }
  return [...asked.values()]
}

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** A problem with the response to a request or a preflight. */
type Problem = {
  readonly kind: 'answer' | 'preflight'
  readonly call: string
  readonly what: string
}

const longestPath = 80
const shortened = (path: string) =>
  path.length > longestPath ? `${path.slice(0, longestPath)}…` : path

/** A sentence for each problem, with the first response that has it and the number of others. */
const summed = (problems: readonly Problem[]): string[] => {
  const counts = new Map<string, { readonly first: Problem; readonly count: number }>()
  for (const problem of problems) {
    const alike = `${problem.kind} ${problem.what}`
    const { first, count } = counts.get(alike) ?? { first: problem, count: 0 }
    counts.set(alike, { first, count: count + 1 })
  }
  return [...counts.values()].map(
    ({ first: { kind, call, what }, count }) =>
      `The ${kind} ${call} ${what}${count === 1 ? '' : ` (and ${counted(count - 1, `more ${kind}`)})`}.`,
  )
}

const checkPreflights = async (
  { url, origin, headers = {} }: Provider,
  interactions: readonly Interaction[],
): Promise<Problem[]> => {
  const problems: Problem[] = []
  for (const preflight of preflightsOf(interactions, Object.keys(headers))) {
    const { method, path, headers: names } = preflight
    const answer = await fetch(url + path, {
      method: 'OPTIONS',
      signal: AbortSignal.timeout(30_000),
      redirect: 'manual',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': names.join(','),
      },
    })
    await answer.body?.cancel()
    problems.push(
      ...problemsOfPreflight(preflight, origin, answer).map((what) => ({
        kind: 'preflight' as const,
        call: `of ${method} ${shortened(path)}`,
        what,
      })),
    )
  }
  return problems
}

/** Calls `use` with the body of a response before the response ends. */
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

/** How many interactions differ, according to Pact's error. */
const countOf = (failure: unknown): number => {
  try {
    return (JSON.parse((failure as Error).message) as { errors: unknown[] }).errors.length
  } catch {
    throw failure
  }
}

/**
 * Returns a function that gives each interaction an address of its own, starting at a random one,
 * because the provider may know visitors of earlier runs.
 */
const createAddresses = () => {
  let last = randomInt(2 ** 24)
  return (): string => {
    last = (last + 1) % 2 ** 24
    return `10.${last >> 16}.${(last >> 8) & 255}.${last & 255}`
  }
}

/** What is wrong with the values that a state returned. */
const problemsOfGiven = (name: string, given: Readonly<Record<string, unknown>>): string[] => {
  const due = (givenBy as Readonly<Record<string, readonly string[]>>)[name] ?? []
  const missing = due.filter((value) => given[value] == null)
  const wrong = [...due, 'token'].filter(
    (value) => given[value] != null && (typeof given[value] !== 'string' || given[value] === ''),
  )
  return [
    ...(missing.length === 0 ? [] : [`The state "${name}" did not give ${missing.join(', ')}.`]),
    ...wrong.map(
      (value) => `The state "${name}" gave ${JSON.stringify(given[value])} for ${value}, not text.`,
    ),
  ]
}

/**
 * Sets up the first state that the provider has. Rejects when it has none: with a wrong address
 * every request would differ, and the report would hardly say why.
 */
const reachStates = async (
  { setUp }: Provider,
  interactions: readonly Interaction[],
  nextAddress: () => string,
): Promise<void> => {
  const states = interactions.flatMap(({ providerStates = [] }) => providerStates.slice(0, 1))
  const first = new Map(states.toReversed().map(({ name, params = {} }) => [name, params]))
  let problem: NothingThere | null = null
  for (const [name, parameters] of first) {
    try {
      await setUp({ name, parameters, address: nextAddress() })
      return
    } catch (error) {
      // The states endpoint exists; the run will report what is wrong with it.
      if (!(error instanceof NothingThere)) return
      problem ??= error
    }
  }
  if (problem !== null) throw problem
}

const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]

/**
 * Replays every request of a contract against a running provider, each from an address of its own.
 * Prints each difference. Rejects when there is one, when the site could not use a response, or
 * when a state could not be set up; with `NothingThere`, before any request, when no state is
 * served at all. Resolves with the number of requests.
 */
export const verifyProvider = async (provider: Provider, pactFile: string): Promise<number> => {
  const { interactions } = JSON.parse(readFileSync(pactFile, 'utf8')) as Contract
  const names = new Set(
    interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)),
  )
  const nextAddress = createAddresses()
  await reachStates(provider, interactions, nextAddress)
  const isElsewhere = new URL(provider.url).origin !== provider.origin
  const problems = isElsewhere ? await checkPreflights(provider, interactions) : []

  let address = ''
  let token = ''
  /** The state that created the interaction's user. */
  let user: string | null = null
  const begin = async () => {
    address = nextAddress()
    token = provider.token ?? ''
    user = null
  }
  const failures = new Set<string>()
  /** States with a user whose requests were sent without a token. */
  const tokenless = new Set<string>()
  const handle = (name: string) => async (parameters: unknown) => {
    if (/^a (?:verified )?user /.test(name)) user ??= name
    try {
      const given = await provider.setUp({ name, parameters: parameters ?? {}, address })
      for (const problem of problemsOfGiven(name, given)) failures.add(problem)
      const { token: own, ...values } = given
      token = own == null ? token : String(own)
      return values as Record<string, string>
    } catch (error) {
      // The library sends the request anyway, and a response that happens to be right would pass.
      failures.add(error instanceof Error ? error.message : String(error))
      user = null
      throw error
    }
  }
  const checkAnswer = (
    { method, originalUrl: path }: ReplayedRequest,
    response: ServerResponse,
  ) => {
    readBody(response, (body) => {
      const header = (name: string) => response.getHeader(name)?.toString()
      const answered = { method, path, status: response.statusCode, header, body }
      const found = [
        ...problemsOfData(answered),
        ...(isElsewhere ? problemsOfCors(answered, provider.origin) : []),
      ]
      problems.push(
        ...found.map((what) => ({
          kind: 'answer' as const,
          call: `${answered.status} to ${method} ${shortened(path)}`,
          what,
        })),
      )
    })
  }
  const carryVisitor = (request: ReplayedRequest, response: ServerResponse, next: () => void) => {
    if (request.path !== setUpPath) {
      Object.assign(
        request.headers,
        provider.headers,
        { 'x-forwarded-for': address, 'accept-encoding': 'identity' },
        isElsewhere && { origin: provider.origin },
      )
      if (request.headers.authorization) {
        if (token === '' && user !== null) tokenless.add(`"${user}"`)
        request.headers.authorization = `Bearer ${token}`
      }
      checkAnswer(request, response)
    }
    next()
  }
  const verifier = new Verifier({
    provider: 'evenkeel-admin-api',
    providerBaseUrl: provider.url,
    // Sends the provider's own host in the `Host` header, not that of the library's proxy.
    changeOrigin: true,
    pactUrls: [pactFile],
    logLevel: 'error',
    stateHandlers: Object.fromEntries([...names].map((name) => [name, handle(name)])),
    beforeEach: begin,
    requestFilter: carryVisitor,
  })
  const differing = await verifier.verifyProvider().then(() => 0, countOf)
  if (tokenless.size > 0)
    failures.add(`There is no --token, and none came with ${[...tokenless].join(', ')}.`)
  if (differing + problems.length + failures.size > 0) {
    throw new Error(
      [
        'The provider does not keep the contract.',
        ...(differing === 0
          ? []
          : [
              `${differing} of ${counted(interactions.length, 'interaction')} ${differing === 1 ? 'differs' : 'differ'}, as printed.`,
            ]),
        ...listed('Some responses are not what the site expects:', summed(problems)),
        ...listed('Some states could not be set up:', [...failures]),
      ].join('\n'),
    )
  }
  return interactions.length
}
