import { createServer } from 'node:http'
import crossFetch from 'cross-fetch'
import { UnsecuredJWT } from 'jose'
import { fastify } from 'fastify'
import { Stripe } from 'stripe'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { startServer } from '#admin-api/server.ts'
import { readSettings } from '#admin-api/settings.ts'
import type { Settings } from '#admin-api/settings.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { ChallengeAction } from '#core/ports/challenge.ts'
import { addRecaptcha, sandboxChallenge } from '#sandbox/console/recaptcha.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { saveMany } from '#tests/support/save-many.ts'
import type { LimitedCall, StateHandlers } from './states.ts'
import type { Provider } from './verify-provider.ts'

const projectId = 'demo-evenkeel'
const webhookSecret = 'whsec_sandbox'
const siteUrl = 'https://www.evenkeel.example'
const api = '/api/v1'
const stripePath = `${api}/iap_subscriptions/stripe`

let goodCards = 0
/** A card for each, since a card has one free trial. */
const goodCard = (): string => {
  goodCards += 1
  return `pm_card_personal_${goodCards}`
}

/** The sandbox's cards, by the behaviour that a state asks for. */
const challengedCard = 'pm_card_authenticationRequired'
const decliningCards: Readonly<Record<string, string>> = {
  generic_decline: 'pm_card_chargeCustomerFail',
}

const decliningCard = (declineCode: string): string => {
  const card = decliningCards[declineCode]
  if (card === undefined) throw new Error(`No card of the sandbox is declined with ${declineCode}.`)
  return card
}

const limitedCalls: Readonly<
  Record<LimitedCall, { readonly method: string; readonly path: string; readonly body?: object }>
> = {
  calculate: { method: 'POST', path: `${api}/coaching/diagnosis/public/calculate`, body: {} },
  'setup-intents': { method: 'POST', path: `${stripePath}/setup_intents`, body: {} },
  mailings: { method: 'POST', path: `${api}/mailings/result`, body: {} },
  'promotion-codes': { method: 'GET', path: `${stripePath}/promotion_codes` },
}

/** Well above the limits of {@link startReferenceProvider}. */
const ENOUGH_REQUESTS = 100

type Session = { readonly token: string | null; readonly email: string; readonly address: string }

export type ReferenceProvider = {
  readonly url: string
  readonly states: StateHandlers
  /** A new visitor, not signed in, at an address of their own. */
  begin(address?: string): void
  /** What the current visitor's requests carry besides the call itself. */
  readonly token: string | null
  readonly address: string
  /** The visitor proves to their bank who they are. */
  passAuthentication(clientSecret: string): Promise<void>
  stop(): Promise<void>
}

const listeningUrl = (address: unknown): string => {
  if (typeof address !== 'object' || address === null || !('port' in address))
    throw new Error('The server does not listen.')
  return `http://127.0.0.1:${String(address.port)}`
}

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

/** A fake identity provider for deleting users: it knows every user it is asked about. */
const startIdentity = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: new URL(listeningUrl(server.address())).host,
    stop: () =>
      new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

/** A fake reCAPTCHA; `token` is what a page gets from it. */
const startChallenge = async (hostname: string) => {
  const server = fastify({ forceCloseConnections: true })
  await addRecaptcha(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const url = `${listeningUrl(server.server.address())}/recaptcha`
  return {
    verifyUrl: `${url}/api/siteverify`,
    token: async (action: ChallengeAction): Promise<string> => {
      const body = new URLSearchParams({
        k: sandboxChallenge.siteKey,
        action,
        hostname,
      })
      return (
        (await (await fetch(`${url}/token`, { method: 'POST', body })).json()) as { token: string }
      ).token
    },
    stop: () => server.close(),
  }
}

/**
 * The admin API of this repository, by default on a database in memory, and the payments sandbox,
 * with a way to each state.
 */
export const startReferenceProvider = async (
  database: Settings['database'] = { memory: null },
): Promise<ReferenceProvider> => {
  let paymentsOffset = 0
  const payments = await createPaymentsServer({
    webhookSecret,
    now: () => Date.now() + paymentsOffset,
  })
  await payments.listen({ port: 0, host: '127.0.0.1' })
  const paymentsUrl = listeningUrl(payments.server.address())
  const identity = await startIdentity()
  const challenge = await startChallenge(new URL(siteUrl).hostname)
  const settings = readSettings({
    ADMIN_API_HOST: '127.0.0.1',
    ADMIN_API_PORT: '0',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    LOG_LEVEL: 'silent',
    SITE_URL: siteUrl,
    // No mail leaves: nothing listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@evenkeel.example',
    MAX_DIAGNOSES_PER_USER: '60',
    RECAPTCHA_SECRET: sandboxChallenge.secret,
    RECAPTCHA_VERIFY_URL: challenge.verifyUrl,
    REVOCATION_CHECK_SECONDS: '0',
    RATE_LIMIT_PUBLIC_PER_MINUTE: '30',
    RATE_LIMIT_PROMOTION_PER_MINUTE: '20',
    RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '30',
    RATE_LIMIT_SETUP_INTENT_PER_HOUR: '1000000',
    STRIPE_API_BASE: paymentsUrl,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    TRUST_PROXY: 'loopback',
  })
  let clockOffset = 0
  const server = await startServer(
    { ...settings, database },
    () => new Date(Date.now() + clockOffset),
  )
  const stripe = new Stripe(settings.stripe.secretKey, {
    host: '127.0.0.1',
    port: new URL(paymentsUrl).port,
    protocol: 'http',
    telemetry: false,
  })

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
    fetch(server.url + path, {
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

  /** The site, as the visitor of the session. */
  const site = createHttpAdminApi({
    baseUrl: () => server.url,
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
      ...(session.token === null && { challengeToken: await challenge.token('save_card') }),
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

  /** With another account of the same person: its mail reaches the same mailbox. */
  const inAnotherAccount = async (work: () => Promise<unknown>) => {
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
    await work()
    session = own
  }

  const findCustomer = async () => {
    const [customer] = (await stripe.customers.list({ email: session.email })).data
    if (customer === undefined)
      throw new Error('The visitor has no customer at the payment provider.')
    return customer.id
  }

  /** Lets the payment provider tell the admin API about the newest events of a type. */
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

  /** A plan without a trial, since a first subscription has ended. */
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

  const states: StateHandlers = {
    'a questionnaire': async (submission) => {
      await call('POST', `${api}/coaching/diagnosis/public/calculate`, submission)
      return {}
    },
    'a verified user with no subscription': async () => {
      signIn()
      return {}
    },
    'a user whose email is not verified': async () => {
      signIn({ emailVerified: false })
      return {}
    },
    'a user whose session has ended': async () => {
      signIn({ expiresIn: -60 })
      return {}
    },
    'a user who signed in a while ago': async () => {
      signIn({ signedInAgo: 600 })
      return {}
    },
    'a user who has given personal details': async (details) => {
      signIn()
      await call('PATCH', `${api}/me`, details)
      return {}
    },
    'a user with a live subscription': async ({ productId, code }) => {
      signIn()
      return subscribe(productId, code)
    },
    'a user whose subscription is to end': async () => {
      signIn()
      const own = await subscribe('annual', null)
      await call('DELETE', `${stripePath}/subscriptions/${own.subscriptionId}`)
      return own
    },
    'a user whose payment is failing': async () => {
      signIn()
      const own = await subscribe('annual', null)
      await failFirstCharge()
      return own
    },
    'a user whose subscription has ended': async () => {
      signIn()
      const own = await subscribe('annual', null)
      await endSubscription()
      return own
    },
    'a user who has paid for a plan': ({ productId }) => pay(productId),
    'a user who paid for a plan more than 14 days ago': async () => {
      paymentsOffset = -15 * 24 * 60 * 60 * 1000
      try {
        return await pay('annual')
      } finally {
        paymentsOffset = 0
      }
    },
    'a user who has withdrawn from a plan': async () => {
      const own = await pay('annual')
      const { kind } = await site.withdraw(own.subscriptionId, own.subscriptionId)
      if (kind !== 'withdrawn') throw new Error(`Not withdrawn: ${kind}`)
      return own
    },
    'a user whose plan is to change': async () => {
      const own = await pay('annual')
      const shown = await previewChange('monthly')
      await site.changePlan(
        own.subscriptionId,
        { id: shown.previewId, productId: 'monthly' },
        shown.previewId,
      )
      return own
    },
    'the plan is paid with a card that is declined when it is charged': ({ declineCode }) =>
      payWith(decliningCard(declineCode)),
    'the plan is paid with a card that asks for authentication when it is charged': () =>
      payWith(challengedCard),
    'a preview of a change of plan': ({ productId }) => previewChange(productId),
    'an old preview of a change of plan': async ({ productId }) => {
      clockOffset = -60 * 60 * 1000
      try {
        return await previewChange(productId)
      } finally {
        clockOffset = 0
      }
    },
    'a user who has saved diagnoses': async ({ diagnoses }) => {
      signIn()
      for (const diagnosis of diagnoses) await call('POST', `${api}/coaching/diagnosis`, diagnosis)
      return {}
    },
    'a user who has a page of diagnoses and a part of another': async () => {
      signIn()
      await saveMany(site, 55)
      return { cursor: (await site.diagnoses()).nextCursor ?? '' }
    },
    'a user who has as many diagnoses as an account can hold': async () => {
      signIn()
      await saveMany(site)
      return {}
    },
    'a user who has exported the account too often': async () => {
      signIn()
      for (let sent = 0; sent < ENOUGH_REQUESTS; sent += 1) {
        if ((await site.exportAccount()).kind === 'rate-limited') return {}
      }
      throw new Error('The export was never limited.')
    },
    'a user who has made too many app claims': async () => {
      signIn()
      for (let sent = 0; sent < ENOUGH_REQUESTS; sent += 1) {
        if ((await request('POST', `${api}/me/app_claims`)).status === 429) return {}
      }
      throw new Error('The app claims were never limited.')
    },
    'a confirmed card': () => confirmedCard(goodCard()),
    'a card confirmed before the account was made': async () => {
      const { token } = session
      session = { ...session, token: null }
      try {
        return await confirmedCard(goodCard(), 'enroll')
      } finally {
        session = { ...session, token }
      }
    },
    'a card confirmed more than a day ago': async () => {
      clockOffset = -25 * 60 * 60 * 1000
      try {
        return await confirmedCard(goodCard())
      } finally {
        clockOffset = 0
      }
    },
    'a confirmed card that is declined when it is charged': ({ declineCode }) =>
      confirmedCard(decliningCard(declineCode)),
    'a confirmed card that asks for authentication when it is charged': () =>
      confirmedCard(challengedCard),
    'a confirmed card that has had a free trial': async () => {
      const card = goodCard()
      await inAnotherAccount(() => subscribe('annual', null, card))
      return confirmedCard(card)
    },
    'a promotion code': ({ code }) => promotionCodeId(code),
    'a promotion code that has expired': ({ code }) => promotionCodeId(code),
    'a promotion code that is used up': ({ code }) => promotionCodeId(code),
    'a promotion code for one plan only': ({ code }) => promotionCodeId(code),
    'a promotion code that the user has had before': async ({ code }) => {
      await inAnotherAccount(() => subscribe('annual', code))
      return promotionCodeId(code)
    },
    'a visitor who passes the challenge': async ({ action }) => ({
      challengeToken: await challenge.token(action),
    }),
    'a visitor who fails the challenge': async () => ({ challengeToken: 'made-up' }),
    'too many requests from this address': async ({ call: name }) => {
      const { method, path, body } = limitedCalls[name]
      for (let sent = 0; sent < ENOUGH_REQUESTS; sent += 1) {
        if ((await request(method, path, body)).status === 429) return {}
      }
      throw new Error(`${method} ${path} was never limited.`)
    },
  }

  begin()
  return {
    url: server.url,
    states,
    begin,
    get token() {
      return session.token
    },
    get address() {
      return session.address
    },
    passAuthentication,
    stop: async () => {
      await server.stop()
      await payments.close()
      await identity.stop()
      await challenge.stop()
    },
  }
}

/**
 * The reference provider as the contract is verified against it; `url` when a proxy is in front of
 * it.
 */
export const asProvider = (reference: ReferenceProvider, url = reference.url): Provider => ({
  url,
  origin: siteUrl,
  setUp: async ({ name, parameters, address }) => {
    if (reference.address !== address) reference.begin(address)
    const handlers = reference.states as Readonly<
      Record<string, (parameters: object) => Promise<Record<string, string>>>
    >
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`There is no way to the state "${name}".`)
    const values = await handler(parameters).catch((error: Error) => {
      throw new Error(`The state "${name}" failed: ${error.message}`)
    })
    return { ...values, ...(reference.token !== null && { token: reference.token }) }
  },
})
