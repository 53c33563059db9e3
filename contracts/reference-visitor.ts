import crossFetch from 'cross-fetch'
import { UnsecuredJWT } from 'jose'
import type { Stripe } from 'stripe'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { ChallengeAction } from '#core/ports/challenge.ts'

export const projectId = 'demo-evenkeel'
export const webhookSecret = 'whsec_sandbox'
export const api = '/api/v1'
export const stripePath = `${api}/iap_subscriptions/stripe`

let goodCards = 0
/** A new card each time, since each card gets one free trial. */
export const goodCard = (): string => {
  goodCards += 1
  return `pm_card_personal_${goodCards}`
}

type Session = { readonly token: string | null; readonly email: string; readonly address: string }

type TokenParts = {
  id: string
  email: string
  emailVerified: boolean
  expiresIn: number
  signedInAgo: number
}

/** Times in seconds. */
const tokenOf = ({ id, email, emailVerified, expiresIn, signedInAgo }: TokenParts): string => {
  const now = Math.floor(Date.now() / 1000)
  return new UnsecuredJWT({
    email,
    email_verified: emailVerified,
    auth_time: now - signedInAgo,
    firebase: { sign_in_provider: 'password' },
  })
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setSubject(id)
    .setIssuedAt(now - 3600)
    .setExpirationTime(now + expiresIn)
    .encode()
}

type Surroundings = {
  /** The address of the admin API. */
  readonly url: string
  readonly paymentsUrl: string
  readonly stripe: Stripe
  /** Returns the token that a page gets from the challenge. */
  readonly challengeToken: (action: ChallengeAction) => Promise<string>
}

/** Plays one visitor of the site after another, and calls the API as the site does. */
export const createReferenceVisitor = ({
  url,
  paymentsUrl,
  stripe,
  challengeToken,
}: Surroundings) => {
  let visitors = 0
  let session: Session
  const begin = (address?: string) => {
    visitors += 1
    session = {
      token: null,
      email: `visitor-${visitors}@example.com`,
      address: address ?? `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
    }
  }
  const signIn = ({ emailVerified = true, expiresIn = 3600, signedInAgo = 0 } = {}) => {
    const token = tokenOf({
      id: `identity-${visitors}`,
      email: session.email,
      emailVerified,
      expiresIn,
      signedInAgo,
    })
    session = { ...session, token }
  }

  const request = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        'X-Forwarded-For': session.address,
        ...(session.token !== null && { Authorization: `Bearer ${session.token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  const call = async (
    ...parameters: Parameters<typeof request>
  ): Promise<Record<string, string>> => {
    const response = await request(...parameters)
    const text = await response.text()
    if (!response.ok)
      throw new Error(`${parameters[0]} ${parameters[1]} answered ${response.status}: ${text}`)
    return (JSON.parse(text) as { data: Record<string, string> }).data
  }

  /** The site's own adapter, used by the visitor of the session. */
  const site = createHttpAdminApi({
    baseUrl: () => url,
    fetch: createRetryingFetch({ fetch: crossFetch, sleep: async () => {}, random: Math.random }),
    idToken: async () => session.token,
  })

  const passAuthentication = async (clientSecret: string) => {
    const response = await fetch(`${paymentsUrl}/3ds/complete`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        intent: clientSecret.split('_secret_')[0],
        client_secret: clientSecret,
        passed: true,
      }),
    })
    if (!response.ok)
      throw new Error(`The authentication answered ${response.status}: ${await response.text()}`)
  }

  const confirmedCard = async (card: string, journey: AccountJourney = 'sign-up') => {
    const { id = '', clientSecret = '' } = await call('POST', `${stripePath}/setup_intents`, {
      billingEmail: session.email,
      journey,
      ...(session.token === null && { challengeToken: await challengeToken('save_card') }),
    })
    const confirmed = await stripe.setupIntents.confirm(id, {
      payment_method: card,
      use_stripe_sdk: true,
    })
    if (confirmed.status === 'requires_action') await passAuthentication(clientSecret)
    const { payment_method: paymentMethod } = await stripe.setupIntents.retrieve(id)
    if (typeof paymentMethod !== 'string')
      throw new Error(`The card ${card} could not be confirmed.`)
    return {
      setupIntentId: id,
      setupIntentClientSecret: clientSecret,
      paymentMethodId: paymentMethod,
    }
  }

  const promotionCodeId = async (code: string) => {
    const { data } = await stripe.promotionCodes.list({ code })
    if (data[0] === undefined) throw new Error(`The sandbox has no promotion code ${code}.`)
    return { promotionCodeId: data[0].id }
  }

  const subscribe = async (productId: string, code: string | null, token = goodCard()) => {
    const card = await confirmedCard(token)
    const promotion = code === null ? {} : await promotionCodeId(code)
    const key = { 'Idempotency-Key': card.setupIntentId }
    const consent = { text: 'You agree to our terms of use.', version: '2026-01' }
    const order = { productId, ...card, ...promotion, journey: 'sign-up', consent }
    const { id: subscriptionId = '' } = await call(
      'POST',
      `${stripePath}/subscriptions`,
      order,
      key,
    )
    return { subscriptionId }
  }

  /** Runs `work` in another account of the same person, whose mail reaches the same mailbox. */
  const inAnotherAccount = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = session
    const email = own.email.replace('@', '+before@')
    const token = tokenOf({
      id: `identity-before-${visitors}`,
      email,
      emailVerified: true,
      expiresIn: 3600,
      signedInAgo: 0,
    })
    session = { ...own, email, token }
    const result = await work()
    session = own
    return result
  }

  const findCustomer = async () => {
    const [customer] = (await stripe.customers.list({ email: session.email })).data
    if (customer === undefined)
      throw new Error('The visitor has no customer at the payment provider.')
    return customer.id
  }

  /** Sends the payment provider's newest events of a type to the admin API. */
  const deliver = async (type: string, limit: number) => {
    const events = await stripe.events.list({ type, limit })
    await Promise.all(
      events.data.map(async (event) => {
        const payload = JSON.stringify(event)
        const signature = stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
        })
        await call('POST', `${stripePath}/webhooks`, event, { 'Stripe-Signature': signature })
      }),
    )
  }

  /** Ends every subscription of the visitor at the payment provider. */
  const endSubscription = async () => {
    const { data } = await stripe.subscriptions.list({ customer: await findCustomer() })
    await Promise.all(data.map(({ id }) => stripe.subscriptions.cancel(id)))
    await deliver('customer.subscription.deleted', data.length)
  }

  /** Ends the trial of the visitor's subscription with a card that cannot be charged. */
  const failFirstCharge = async () => {
    const customer = await findCustomer()
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const { data } = await stripe.subscriptions.list({ customer })
    for (const { id } of data) {
      await stripe.subscriptions.update(id, { default_payment_method: card.id, trial_end: 'now' })
    }
    await deliver('invoice.payment_failed', data.length)
  }

  /** Pays for a plan without a trial, which an earlier, ended subscription has used up. */
  const pay = async (productId: string) => {
    signIn()
    await subscribe('annual', null)
    await endSubscription()
    return subscribe(productId, null)
  }

  const ownSubscriptionId = async (): Promise<string> => {
    const { subscription } = await site.profile()
    if (subscription === null) throw new Error('The visitor has no subscription.')
    return subscription.id
  }

  const payWith = async (token: string) => {
    const card = await confirmedCard(token)
    const { kind } = await site.replaceCard(await ownSubscriptionId(), card, card.setupIntentId)
    if (kind !== 'replaced') throw new Error(`The card is not the plan's: ${kind}`)
    return {}
  }

  const previewChange = async (productId: string) => {
    const outcome = await site.previewPlanChange(await ownSubscriptionId(), productId)
    if (outcome.kind !== 'previewed') throw new Error(`No preview: ${outcome.kind}`)
    return { previewId: outcome.preview.id }
  }

  /** Runs `work` as somebody who is not signed in. */
  const signedOut = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { token } = session
    session = { ...session, token: null }
    try {
      return await work()
    } finally {
      session = { ...session, token }
    }
  }

  begin()
  return {
    begin,
    session: (): Session => session,
    signIn,
    signedOut,
    inAnotherAccount,
    request,
    call,
    site,
    passAuthentication,
    confirmedCard,
    promotionCodeId,
    subscribe,
    endSubscription,
    failFirstCharge,
    pay,
    payWith,
    previewChange,
  }
}

export type ReferenceVisitor = ReturnType<typeof createReferenceVisitor>
