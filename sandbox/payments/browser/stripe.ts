/**
 * Defines `window.Stripe` as Stripe.js does, for the Payment Element with cards, against this
 * sandbox. `?wallet` in the script's address offers a test wallet.
 */
import { STRIPE_JS_VERSION } from '../api-version.ts'
import { createApiClient, intentPath, retrieveIntent } from './api-client.ts'
import { createElements } from './elements.ts'
import type { Elements, ElementsOptions } from './elements.ts'
import { authenticateInOverlay } from './overlay.ts'
import type { Answer, BillingDetails, ErrorObject, Intent } from './protocol.ts'

const script = document.currentScript
const { origin, searchParams } = new URL(
  script instanceof HTMLScriptElement ? script.src : location.href,
)
const wallet = searchParams.get('wallet')

interface ConfirmOptions {
  elements?: Elements
  clientSecret?: string
  confirmParams?: {
    return_url?: string
    payment_method?: string
    payment_method_data?: { billing_details?: BillingDetails }
  }
  redirect?: 'always' | 'if_required'
}

type IntentResult = { setupIntent: Intent } | { paymentIntent: Intent } | { error: ErrorObject }

const integrationError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'IntegrationError' })

const failed = (message: string): { error: ErrorObject } => ({
  error: { type: 'invalid_request_error', message },
})

const resultOf = (intent: Intent): IntentResult =>
  intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent }

const lastErrorOf = (intent: Intent): ErrorObject | null =>
  intent.last_setup_error ?? intent.last_payment_error ?? null

const confirmWithElements = (elements: Elements, options: ConfirmOptions, clientSecret: string) =>
  elements._ask({
    action: 'confirm',
    clientSecret,
    returnUrl: options.confirmParams?.return_url ?? null,
    billingDetails: options.confirmParams?.payment_method_data?.billing_details ?? {},
  }) as Promise<Answer<Intent>>

const redirectAway = (returnUrl: string, intent: Intent): Promise<never> => {
  const url = new URL(returnUrl, location.href)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  location.assign(url)
  return new Promise(() => undefined)
}

const createPaymentMethod = async (options: {
  elements?: Elements
  params?: { billing_details?: BillingDetails }
}): Promise<{ paymentMethod: unknown } | { error: ErrorObject }> => {
  const { elements, params } = options
  if (!elements)
    throw integrationError(
      'The sandbox makes payment methods of Elements only: createPaymentMethod({elements}).',
    )
  const obstacle = elements._obstacle('stripe.createPaymentMethod()')
  if (obstacle !== null) return failed(obstacle)
  const { value, error } = await elements._ask({
    action: 'createPaymentMethod',
    billingDetails: params?.billing_details ?? {},
  })
  return error ? { error } : { paymentMethod: value }
}

const createStripe = (publishableKey: string) => {
  const api = createApiClient(origin, publishableKey)

  /** Takes the customer through authentication if the intent requires it. */
  const settle = async ({ value: intent, error }: Answer<Intent>): Promise<IntentResult> => {
    if (error) return { error }
    if (intent.status !== 'requires_action') return resultOf(intent)
    const url =
      intent.next_action?.use_stripe_sdk?.stripe_js ?? intent.next_action?.redirect_to_url?.url
    if (url === undefined) return resultOf(intent)
    await authenticateInOverlay(url)
    const after = await retrieveIntent(api, intent.client_secret)
    if (after.error) return { error: after.error }
    const lastError = lastErrorOf(after.value)
    if (after.value.status !== 'requires_payment_method' || !lastError) return resultOf(after.value)
    return { error: { ...lastError, [after.value.object]: after.value } }
  }

  const confirmWithId = (
    clientSecret: string,
    paymentMethod: string | undefined,
    returnUrl?: string,
  ) =>
    api.post<Intent>(`${intentPath(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      payment_method: paymentMethod,
      return_url: returnUrl,
      use_stripe_sdk: true,
    })

  const confirm = async (method: string, options: ConfirmOptions): Promise<IntentResult> => {
    const { elements, confirmParams = {}, redirect = 'always' } = options
    const clientSecret = options.clientSecret ?? elements?._options().clientSecret
    if (clientSecret === undefined) throw integrationError(`${method} needs a clientSecret.`)
    if (redirect === 'always' && confirmParams.return_url === undefined) {
      throw integrationError(
        `Missing value for ${method}: confirmParams.return_url should be a url string.`,
      )
    }
    const obstacle = elements?._obstacle(method) ?? null
    if (obstacle !== null) return failed(obstacle)
    const answer = await (elements
      ? confirmWithElements(elements, options, clientSecret)
      : confirmWithId(clientSecret, confirmParams.payment_method, confirmParams.return_url))
    const result = await settle(answer)
    const intent =
      'setupIntent' in result
        ? result.setupIntent
        : 'paymentIntent' in result
          ? result.paymentIntent
          : null
    if (redirect === 'always' && intent && confirmParams.return_url !== undefined) {
      return redirectAway(confirmParams.return_url, intent)
    }
    return result
  }

  const retrieve = async (clientSecret: string): Promise<IntentResult> => {
    const { value, error } = await retrieveIntent(api, clientSecret)
    return error ? { error } : resultOf(value)
  }

  const confirmCard = (
    clientSecret: string,
    data: { payment_method?: string } = {},
  ): Promise<IntentResult> => {
    if (data.payment_method !== undefined && typeof data.payment_method !== 'string') {
      throw integrationError('The sandbox confirms cards by the id of a payment method only.')
    }
    return confirmWithId(clientSecret, data.payment_method).then(settle)
  }

  return {
    elements: (options?: ElementsOptions) =>
      createElements({ origin, publishableKey, api, wallet }, options),
    confirmSetup: (options: ConfirmOptions) => confirm('stripe.confirmSetup()', options),
    confirmPayment: (options: ConfirmOptions) => confirm('stripe.confirmPayment()', options),
    confirmCardSetup: confirmCard,
    confirmCardPayment: confirmCard,
    retrieveSetupIntent: retrieve,
    retrievePaymentIntent: retrieve,
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      settle(await retrieveIntent(api, clientSecret)),
    createPaymentMethod,
    createToken: () =>
      Promise.reject(
        integrationError('The sandbox has no tokens; use createPaymentMethod({elements}).'),
      ),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

const Stripe = (publishableKey: string) => {
  if (typeof publishableKey !== 'string' || publishableKey === '') {
    throw integrationError(
      'Please call Stripe() with your publishable key. You used an empty string.',
    )
  }
  if (publishableKey.startsWith('sk_')) {
    throw integrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    )
  }
  return createStripe(publishableKey)
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: STRIPE_JS_VERSION }) })
