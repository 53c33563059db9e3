import { Verifier } from '@pact-foundation/pact'
import type { ReferenceProvider } from './reference-provider.ts'

type ReplayedRequest = { readonly path: string; readonly headers: Record<string, string | undefined> }

/** Where the verifier sets up states: not a request of the contract. */
const setUpPath = '/_pactSetup'

/** Replays every request of a contract against a running provider. Prints each difference, and rejects when there is one. */
export const verifyProvider = async (provider: ReferenceProvider, pactFile: string): Promise<void> => {
  const carryVisitor = (request: ReplayedRequest, _response: unknown, next: () => void) => {
    if (request.path !== setUpPath) {
      request.headers['x-forwarded-for'] = provider.address
      if (request.headers.authorization) request.headers.authorization = `Bearer ${provider.token ?? ''}`
    }
    next()
  }
  const handlers = Object.entries(provider.states) as [string, (parameters?: unknown) => Promise<Record<string, string>>][]
  const verifier = new Verifier({
    provider: 'evenkeel-admin-api',
    providerBaseUrl: provider.url,
    pactUrls: [pactFile],
    logLevel: 'error',
    stateHandlers: Object.fromEntries(handlers),
    beforeEach: async () => provider.begin(),
    requestFilter: carryVisitor,
  })
  await verifier.verifyProvider().catch(() => {
    throw new Error('The provider does not keep the contract. Each difference is printed above.')
  })
}
