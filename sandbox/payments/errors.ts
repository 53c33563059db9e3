import type { PaymentIntent, SetupIntent } from './objects/intents.ts'
import type { PaymentMethod } from './objects/payment-methods.ts'

export type StripeErrorType =
  'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The `error` member of a failed answer, in the shape Stripe gives it. */
export interface StripeErrorBody {
  type: StripeErrorType
  message: string
  code?: string
  decline_code?: string
  charge?: string
  param?: string
  doc_url?: string
  payment_intent?: PaymentIntent
  payment_method?: PaymentMethod
  setup_intent?: SetupIntent
}

/** A failure that is answered as `{error: …}` with its HTTP status. */
export class StripeError extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes#${body.code}` }
      : body
  }
}

export const invalidRequest = (message: string, more: Partial<StripeErrorBody> = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more })

/**
 * `No such customer: 'cus_…'`; 404 for the object addressed by the URL, 400 for one named in a
 * parameter.
 */
export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })

export const missingParam = (path: string): StripeError =>
  invalidRequest(`Missing required param: ${path}.`, { code: 'parameter_missing', param: path })

export const unknownParams = (paths: string[]): StripeError =>
  invalidRequest(`Received unknown parameter${paths.length > 1 ? 's' : ''}: ${paths.join(', ')}`, {
    code: 'parameter_unknown',
    param: paths[0],
  })
