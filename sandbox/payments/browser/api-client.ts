import type { Answer, ErrorObject, Intent } from './protocol.ts'

type Params = { [key: string]: string | number | boolean | null | undefined | Params }

const append = (form: URLSearchParams, params: Params, path: string): void => {
  for (const [key, value] of Object.entries(params)) {
    const name = path ? `${path}[${key}]` : key
    if (value === null || value === undefined || value === '') continue
    if (typeof value === 'object') append(form, value, name)
    else form.append(name, String(value))
  }
}

const unreachable: ErrorObject = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

export interface ApiClient {
  get<T>(path: string, params: Params): Promise<Answer<T>>
  post<T>(path: string, params: Params): Promise<Answer<T>>
}

/**
 * Calls the API with the publishable key, as a parameter so that the browser needs no preflight.
 * Never rejects.
 */
export const createApiClient = (origin: string, publishableKey: string): ApiClient => {
  const call = async <T>(
    method: 'GET' | 'POST',
    path: string,
    params: Params,
  ): Promise<Answer<T>> => {
    const form = new URLSearchParams()
    append(form, { ...params, key: publishableKey }, '')
    try {
      const response = await (method === 'GET'
        ? fetch(`${origin}${path}?${form}`)
        : fetch(`${origin}${path}`, { method: 'POST', body: form }))
      const body = (await response.json()) as T & { error?: ErrorObject }
      return body.error ? { error: body.error } : { value: body }
    } catch {
      return { error: unreachable }
    }
  }
  return {
    get: (path, params) => call('GET', path, params),
    post: (path, params) => call('POST', path, params),
  }
}

/** The API path of an intent, by its client secret. */
export const intentPath = (clientSecret: string): string => {
  const id = clientSecret.split('_secret_', 1)[0] ?? ''
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}

export const retrieveIntent = (api: ApiClient, clientSecret: string): Promise<Answer<Intent>> =>
  api.get<Intent>(intentPath(clientSecret), { client_secret: clientSecret })
