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

export interface Elements {
  create(type: string, options?: PaymentElementOptions): PaymentElement
  getElement(type: unknown): PaymentElement | null
  update(options: ElementsOptions): void
  submit(): Promise<{ error?: { message?: string }; selectedPaymentMethod?: string }>
  fetchUpdates(): Promise<{ error?: unknown }>
  on(name: string, listener: (event: unknown) => void): void
  /** Of this script: the options as they stand. */
  _options(): ElementsOptions
  /** Of this script: why this group can't be confirmed now, if so. */
  _obstacle(method: string): string | null
  /** Of this script: asks the mounted form. */
  _ask(request: FrameRequest): Promise<Answer<unknown>>
}

const integrationError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'IntegrationError' })

export const createElements = (
  origin: string,
  publishableKey: string,
  given: ElementsOptions = {},
): Elements => {
  let options = given
  let payment: PaymentElement | null = null
  let isSubmitted = false

  if (given.clientSecret !== undefined && !/^(seti|pi)_\w+_secret_\w+$/.test(given.clientSecret)) {
    throw integrationError(
      'In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret.',
    )
  }

  const ask = (request: FrameRequest): Promise<Answer<unknown>> => {
    if (payment) return payment._ask(request)
    throw integrationError('elements has no mounted Payment Element.')
  }

  return {
    create: (type, elementOptions = {}) => {
      if (type !== 'payment') {
        throw integrationError(
          `A valid Element name must be provided. The sandbox has only the "payment" Element, not "${type}".`,
        )
      }
      if (given.clientSecret === undefined && options.mode === undefined) {
        throw integrationError(
          'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.',
        )
      }
      if (payment) throw integrationError('Can only create one Element of type payment.')
      payment = createPaymentElement(
        origin,
        elementOptions,
        () => ({
          publishableKey,
          appearance: options.appearance ?? {},
          fonts: options.fonts ?? [],
        }),
        () => {
          payment = null
        },
      )
      payment.on('change', () => {
        isSubmitted = false
      })
      return payment
    },
    getElement: (type) => {
      const name = typeof type === 'function' && '__elementType' in type ? type.__elementType : type
      return name === 'payment' ? payment : null
    },
    update: (more) => {
      options = { ...options, ...more }
      payment?._configure()
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
