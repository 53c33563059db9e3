import { isRecord } from '#core/model/shape.ts'
import { NothingThere } from './verify-provider.ts'
import type { StateRequest } from './verify-provider.ts'

type Endpoint = { readonly url: string; readonly headers?: Readonly<Record<string, string>> }

const timeoutMs = 30_000

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Asks a provider's endpoint to set up a state, as Pact's own verifiers do. Rejects with its
 * response when it cannot.
 */
export const setUpOverHttp =
  ({ url, headers }: Endpoint) =>
  async ({
    name,
    parameters,
    address,
  }: StateRequest): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({
        consumer: 'evenkeel-web',
        state: name,
        states: [name],
        params: parameters,
        action: 'setup',
      }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      throw new Error(`The states endpoint did not answer to "${name}": ${error.message}.`)
    })
    const text = await answer.text()
    if (!answer.ok)
      throw new (answer.status === 404 || answer.status === 405 ? NothingThere : Error)(
        `The states endpoint answered ${answer.status} to "${name}": ${text.slice(0, 500)}`,
      )
    const given = text === '' ? {} : parse(text)
    if (!isRecord(given))
      throw new Error(
        `The states endpoint answered "${text.slice(0, 100)}" to "${name}": not a JSON object.`,
      )
    return given
  }
