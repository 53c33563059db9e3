import type { ApiClient } from './api-client.ts'
import { createExpressCheckoutElement } from './express-checkout-element.ts'
import type { ExpressCheckoutElement } from './express-checkout-element.ts'
import { createPaymentElement } from './payment-element.ts'
import type { PaymentElement, PaymentElementOptions } from './payment-element.ts'
import type { Appearance, Answer, FontSource, FrameRequest } from './protocol.ts'

export interface ElementsOptions {
  clientSecret?: string
  mode?: 'payment' | 'setup' | 'subscription'
  currency?: string
  amount?: number
  appearance?: Appearance
  fonts?: FontSource[]
  paymentMethodCreation?: 'manual'
}

type Element = PaymentElement | ExpressCheckoutElement

export interface Elements {
  create(type: string, options?: PaymentElementOptions): Element
  getElement(type: unknown): Element | null
  update(options: ElementsOptions): void
  submit(): Promise<{ error?: { message?: string }; selectedPaymentMethod?: string }>
  fetchUpdates(): Promise<{ error?: unknown }>
  on(name: string, listener: (event: unknown) => void): void
  /** Internal to this script: the current options. */
  _options(): ElementsOptions
  /** Internal to this script: why this group cannot be confirmed now; null if it can. */
  _obstacle(method: string): string | null
  /** Internal to this script: sends a request to the mounted form. */
  _ask(request: FrameRequest): Promise<Answer<unknown>>
}

const integrationError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'IntegrationError' })

export interface Shop {
  origin: string
  publishableKey: string
  api: ApiClient
  /** The number of the card in the test wallet, empty for a new one; null without a wallet. */
  wallet: string | null
}

/** Holds one Element: the card form or the wallet buttons. */
export const createElements = (
  { origin, publishableKey, api, wallet }: Shop,
  given: ElementsOptions = {},
): Elements => {
  let options = given
  let mounted: { type: string; element: Element } | null = null
  let isSubmitted = false

  if (given.clientSecret !== undefined && !/^(seti|pi)_\w+_secret_\w+$/.test(given.clientSecret)) {
    throw integrationError(
      'In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret.',
    )
  }

  const ask = (request: FrameRequest): Promise<Answer<unknown>> => {
    if (mounted) return mounted.element._ask(request)
    throw integrationError('elements has no mounted Element.')
  }

  return {
    create: (type, elementOptions = {}) => {
      if (type !== 'payment' && type !== 'expressCheckout') {
        throw integrationError(
          `A valid Element name must be provided. The sandbox has only the "payment" and the "expressCheckout" Element, not "${type}".`,
        )
      }
      if (given.clientSecret === undefined && options.mode === undefined) {
        throw integrationError(
          'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.',
        )
      }
      if (mounted) throw integrationError('The sandbox has one Element in each Elements group.')
      const forget = () => {
        mounted = null
      }
      if (type === 'expressCheckout') {
        const element = createExpressCheckoutElement(api, wallet, forget)
        mounted = { type, element }
        return element
      }
      const payment = createPaymentElement(
        origin,
        elementOptions,
        () => ({
          publishableKey,
          appearance: options.appearance ?? {},
          fonts: options.fonts ?? [],
        }),
        forget,
      )
      mounted = { type, element: payment }
      payment.on('change', () => {
        isSubmitted = false
      })
      return payment
    },
    getElement: (type) => {
      const name = typeof type === 'function' && '__elementType' in type ? type.__elementType : type
      return mounted?.type === name ? (mounted?.element ?? null) : null
    },
    update: (more) => {
      options = { ...options, ...more }
      mounted?.element._configure()
    },
    submit: async () => {
      const { error } = await ask({ action: 'validate' })
      isSubmitted = error === undefined
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
    fetchUpdates: async () => ({}),
    on: () => undefined,
    _options: () => options,
    _obstacle: (method) =>
      options.clientSecret === undefined && !isSubmitted
        ? `elements.submit() must be called before ${method}. Call elements.submit() as soon as your customer presses pay.`
        : null,
    _ask: ask,
  }
}
