/**
 * The messages between the page's script and the payment frame, over a MessagePort. None contains a
 * card number.
 */

export interface Appearance {
  theme?: 'stripe' | 'night' | 'flat'
  variables?: Record<string, string>
  rules?: Record<string, Record<string, string>>
}

export interface FontSource {
  cssSrc?: string
  family?: string
  src?: string
  weight?: string
  style?: string
}

export interface FrameOptions {
  publishableKey: string
  appearance: Appearance
  fonts: FontSource[]
  showsCountry: boolean
  country: string
  readOnly: boolean
}

export interface BillingDetails {
  name?: string
  email?: string
  phone?: string
  address?: Record<string, string | null>
}

export interface ErrorObject {
  type: string
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_method?: unknown
  setup_intent?: unknown
  payment_intent?: unknown
}

export interface Intent {
  id: string
  object: 'setup_intent' | 'payment_intent'
  client_secret: string
  status: string
  next_action: {
    type: string
    use_stripe_sdk?: { stripe_js?: string }
    redirect_to_url?: { url?: string }
  } | null
  last_setup_error?: ErrorObject | null
  last_payment_error?: ErrorObject | null
}

export type Answer<T> = { value: T; error?: undefined } | { value?: undefined; error: ErrorObject }

export type FrameRequest =
  | { action: 'validate' }
  | { action: 'createPaymentMethod'; billingDetails: BillingDetails }
  | {
      action: 'confirm'
      clientSecret: string
      returnUrl: string | null
      billingDetails: BillingDetails
    }

export type ToFrame =
  | { type: 'configure'; options: FrameOptions }
  | { type: 'command'; name: 'focus' | 'blur' | 'clear' }
  | { type: 'request'; id: number; request: FrameRequest }

export interface FormState {
  empty: boolean
  complete: boolean
  brand: string
  country: string
}

export type FromFrame =
  | { type: 'ready' }
  | { type: 'change'; state: FormState }
  | { type: 'height'; height: number }
  | { type: 'focus' | 'blur' | 'escape' }
  | { type: 'reply'; id: number; answer: Answer<unknown> }

/** The first message to the frame, which carries the port. */
export const CONNECT = 'payments-sandbox-connect'

/** What the bank's page says when the customer is done. */
export const AUTHENTICATED = 'payments-sandbox-authenticated'
