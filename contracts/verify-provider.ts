import { readFileSync } from 'node:fs'
import { Verifier } from '@pact-foundation/pact'

export type StateRequest = {
  readonly name: string
  readonly parameters: object
  /** Where the visitor's requests come from: states with one address speak of one visitor, another address of another. */
  readonly address: string
}

/** Someone's admin API, with a way to make the states of the contract true. */
export type Provider = {
  readonly url: string
  /** The ID token that requests for users carry, unless a state gives another. */
  readonly token?: string
  /** Headers that every request carries. */
  readonly headers?: Readonly<Record<string, string>>
  /** Resolves with the values that only the provider knows, and with `token` where the state's user has one of their own. */
  setUp(state: StateRequest): Promise<Readonly<Record<string, string>>>
}

type ReplayedRequest = { readonly path: string; readonly headers: Record<string, string | undefined> }
type Contract = { readonly interactions: readonly { readonly providerStates?: readonly { readonly name: string }[] }[] }

/** Where the verifier sets up states: not a request of the contract. */
const setUpPath = '/_pactSetup'

/**
 * Replays every request of a contract against a running provider, each from an address of its own. Prints each difference,
 * and rejects when there is one, or when a state could not be made true. Resolves with the number of requests.
 */
export const verifyProvider = async (provider: Provider, pactFile: string): Promise<number> => {
  const { interactions } = JSON.parse(readFileSync(pactFile, 'utf8')) as Contract
  const names = new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)))

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
  const carryVisitor = (request: ReplayedRequest, _response: unknown, next: () => void) => {
    if (request.path !== setUpPath) {
      Object.assign(request.headers, provider.headers, { 'x-forwarded-for': address })
      if (request.headers.authorization) request.headers.authorization = `Bearer ${token}`
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
  await verifier.verifyProvider().catch(() => {
    throw new Error('The provider does not keep the contract. Each difference is printed above.')
  })
  if (failures.size > 0) {
    throw new Error(['These states could not be made true:', ...[...failures].map(([name, why]) => `  ${name}: ${why}`)].join('\n'))
  }
  return interactions.length
}
