import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import fetch from 'cross-fetch'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import type { StateName, StateParameters } from '../states.ts'

const { regex, string } = MatchersV3
type Matched<T> = MatchersV3.Matcher<T>

/**
 * Replaces the matchers with their examples. Pact's own function leaves `arrayContaining` as it is.
 */
export const reify = <T extends ReturnType<typeof MatchersV3.reify>>(input: unknown): T =>
  MatchersV3.reify<T>(
    JSON.parse(JSON.stringify(input), (_name, value: { variants?: unknown } | null) =>
      value !== null && Object(value)['pact:matcher:type'] === 'arrayContains'
        ? value.variants
        : value,
    ),
  )

export const consumer = 'evenkeel-web'
export const provider = 'evenkeel-admin-api'

/** A new folder for each run, because Pact merges a contract with the one of an earlier run. */
const folder = mkdtempSync(join(tmpdir(), 'evenkeel-pacts-'))
export const pactFile = join(folder, `${consumer}-${provider}.json`)

const pact = new PactV4({ consumer, provider, dir: folder, logLevel: 'error' })

type State = { readonly name: StateName; readonly parameters: object }

export const state = <Name extends StateName>(
  name: Name,
  parameters: StateParameters<Name>,
): State => ({ name, parameters })

/** The request expected of the site, and the response that the site can rely on. */
export type Expectation = {
  readonly states?: readonly State[]
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    /** Exact, or with values that only the provider knows. */
    readonly path: string | Matched<string>
    readonly query?: Readonly<Record<string, string | Matched<string>>>
    readonly headers?: Readonly<Record<string, unknown>>
    readonly body?: unknown
    /** Whether the request carries a user's ID token. */
    readonly asUser?: true
  }
  readonly response: {
    readonly status: number
    readonly headers?: Readonly<Record<string, unknown>>
    /** Absent if the response has no body. */
    readonly body?: unknown
  }
}

const requestHeaders = ({ headers, asUser }: Expectation['request']) => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  ...(asUser && { Authorization: regex('^Bearer .+$', 'Bearer id-token') }),
  ...headers,
})

const contentType = (status: number) =>
  status < 400
    ? regex('^application/json(;.*)?$', 'application/json; charset=utf-8')
    : regex('^application/(problem\\+)?json(;.*)?$', 'application/problem+json')

const responseHeaders = ({ status, headers, body }: Expectation['response']) => ({
  ...(body !== undefined && { 'Content-Type': contentType(status) }),
  ...headers,
})

/**
 * Makes the call through the site's own adapter against a mock server, and adds the interaction to
 * the contract.
 */
export const agree = async <T>(
  description: string,
  { states = [], request, response }: Expectation,
  use: (adminApi: AdminApiPort) => Promise<T>,
): Promise<T> => {
  const interaction = pact.addInteraction().uponReceiving(description)
  for (const { name, parameters } of states) interaction.given(name, reify(parameters))
  let result: { value: T } | undefined
  await interaction
    .withRequest(request.method, request.path, (builder) => {
      builder.headers(requestHeaders(request) as Parameters<typeof builder.headers>[0])
      if (request.query) builder.query(request.query)
      if (request.body !== undefined) builder.jsonBody(request.body)
    })
    .willRespondWith(response.status, (builder) => {
      builder.headers(responseHeaders(response) as Parameters<typeof builder.headers>[0])
      if (response.body !== undefined) builder.jsonBody(response.body)
    })
    .executeTest(async ({ url }) => {
      const adminApi = createHttpAdminApi({
        baseUrl: () => url,
        fetch: createRetryingFetch({ fetch, sleep: async () => {}, random: () => 0 }),
        idToken: async () => (request.asUser ? 'id-token' : null),
      })
      result = { value: await use(adminApi) }
    })
  if (result === undefined) throw new Error(`Nothing came of: ${description}`)
  return result.value
}

/**
 * RFC 9457 problem details. The site switches on the status and the code; the titles and sentences
 * are the provider's own.
 */
export const problem = (status: number, code: string, members: object = {}) => ({
  status,
  body: { code, ...members },
})

/** A 422 that names a field. `path` is exact, or a pattern with an example. */
export const invalid = (path: unknown, example = path) => ({
  ...problem(422, 'request/invalid', {
    errors: MatchersV3.eachLike({
      path,
      code: string('field/invalid'),
      message: string('It is not valid.'),
    }),
  }),
  expected: {
    kind: 'invalid',
    errors: [{ path: example, code: 'field/invalid', message: 'It is not valid.' }],
  },
})

export const rateLimited = {
  ...problem(429, 'rate/limited'),
  headers: { 'Retry-After': regex('^[1-9]\\d*$', '42') },
}

export const sessionEnded = {
  states: [state('a user whose session has ended', {})],
  response: problem(401, 'auth/unauthenticated'),
} as const
