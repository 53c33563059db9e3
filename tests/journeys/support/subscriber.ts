import type { Subscription } from '#core/model/subscription.ts'
import { freshCardToken } from './fresh-card.ts'
import type { ProductUrls } from './product.ts'
import type { Records } from './records.ts'
import type { Visitor } from './visitor.ts'

const post = async <T>(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> => {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...(!isForm && { 'Content-Type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

type Config = { readonly stripe: { readonly publishableKey: string; readonly scriptUrl: string } }

type Person = Pick<Visitor, 'email' | 'password'>

/**
 * Starts a plan for an account whose email is confirmed, as another device would: only through the
 * services.
 */
export const startPlan = async (
  urls: ProductUrls,
  records: Records,
  { email, password }: Person,
  productId: string,
  card = freshCardToken(),
): Promise<void> => {
  const api = `${urls.adminApi}/api/v1/iap_subscriptions/stripe`
  const asUser = { Authorization: `Bearer ${await records.idToken(email, password)}` }
  const { data: intent } = await post<{ data: { id: string; clientSecret: string } }>(
    `${api}/setup_intents`,
    { billingEmail: email },
    asUser,
  )
  const { stripe } = (await (await fetch(`${urls.site}/config.json`)).json()) as Config
  const confirmed = await post<{ payment_method: string }>(
    `${new URL(stripe.scriptUrl).origin}/v1/setup_intents/${intent.id}/confirm`,
    new URLSearchParams({
      key: stripe.publishableKey,
      client_secret: intent.clientSecret,
      payment_method: card,
    }),
  )
  await post<{ data: Subscription }>(
    `${api}/subscriptions`,
    {
      productId,
      setupIntentId: intent.id,
      setupIntentClientSecret: intent.clientSecret,
      paymentMethodId: confirmed.payment_method,
      journey: 'sign-up',
      consent: { text: 'You agree to our terms of use.', version: '2026-01' },
    },
    { ...asUser, 'Idempotency-Key': intent.id },
  )
}

/**
 * Makes the visitor's account, email confirmed, and starts the annual plan for it, as the sign-up
 * journey would.
 */
export const makeSubscriber = async (
  urls: ProductUrls,
  records: Records,
  person: Person,
  card = freshCardToken(),
): Promise<void> => {
  const { email, password } = person
  const identity = `${urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts`
  const { idToken } = await post<{ idToken: string }>(`${identity}:signUp?key=any`, {
    email,
    password,
    returnSecureToken: true,
  })
  await post(`${identity}:sendOobCode?key=any`, { requestType: 'VERIFY_EMAIL', idToken })
  await records.confirmEmail(email)
  await startPlan(urls, records, person, 'annual', card)
}
