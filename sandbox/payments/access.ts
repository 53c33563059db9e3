import { StripeError } from './errors.ts'
import type { Settings } from './sandbox.ts'

export type Access = 'secret' | 'publishable'

const unauthorized = (message: string) =>
  new StripeError(401, { type: 'invalid_request_error', message })

const keyFrom = (authorization: string | undefined): string | null => {
  const [scheme, value] = authorization?.split(' ', 2) ?? []
  if (value === undefined) return null
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic')
    return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null
  return null
}

const masked = (key: string): string =>
  key.length > 12
    ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
    : '*'.repeat(key.length)

/**
 * Returns which of the keys a request carries, sent as Bearer or Basic authorization or, by
 * browsers, as the `key` parameter. Throws 401 for a missing or wrong key, 403 where a publishable
 * key is not allowed.
 */
export const accessOf = (
  settings: Settings,
  authorization: string | undefined,
  keyParam: unknown,
  isPublic: boolean,
): Access => {
  const key = keyFrom(authorization) ?? (typeof keyParam === 'string' ? keyParam : null)
  if (key === null || key === '') {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api/authentication for details.",
    )
  }
  if (key === settings.secretKey) return 'secret'
  if (key !== settings.publishableKey)
    throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
  if (isPublic) return 'publishable'
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. ' +
      'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}
