import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { Invoice } from '#core/model/invoice.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Promotion } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Diagnosis, DiagnosisResult, Profile } from '#core/model/profile.ts'
import { readQuestionnaire } from '#core/model/survey.ts'
import type {
  AccountExport,
  AdminApiPort,
  AppClaim,
  ChangeSubscriptionOutcome,
  Offers,
  SetupIntent,
  WithdrawOutcome,
} from '#core/ports/admin-api.ts'
import { readAnswer } from './admin-api-answer.ts'
import type { Problem, Success } from './admin-api-answer.ts'
import {
  hasNoSuchSubscription,
  paymentRefusal,
  planChangeRefusal,
  promotionRefusals,
  rateLimited,
  refuse,
  toInvalid,
} from './admin-api-refusals.ts'
import type { HttpAnswer, RetryingFetch } from './retrying-fetch.ts'

export type HttpAdminApiOptions = {
  /**
   * Scheme and host, such as `https://api.evenkeel.example`; requested on each call, so that it may
   * load late.
   */
  readonly baseUrl: () => Promise<string> | string
  readonly fetch: RetryingFetch
  /** Null when nobody is signed in. */
  readonly idToken: (options?: { readonly fresh?: boolean }) => Promise<string | null>
  /**
   * Called with the time of each response. One from the browser's cache gives an earlier time,
   * never a later one.
   */
  readonly heardTime?: (time: Date) => void
  /** The key of a closed staging environment; null for an open one. */
  readonly stagingAuth?: () => Promise<string | null> | string | null
}

type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** `optional` sends the ID token if somebody is signed in. */
  readonly as: 'anyone' | 'user' | 'optional'
}

const diagnosisPath = '/api/v1/coaching/diagnosis'
const offersPath = '/api/v1/iap_subscriptions'
const subscriptionsPath = `${offersPath}/stripe/subscriptions`

const subscriptionPath = (id: string): string => `${subscriptionsPath}/${encodeURIComponent(id)}`

type Withdrawal = Omit<Extract<WithdrawOutcome, { kind: 'withdrawn' }>, 'kind'>

type WirePreview = Omit<PlanChangePreview, 'effective'> & { readonly effective: string }

const toPreview = (preview: WirePreview): PlanChangePreview => ({
  ...preview,
  effective: preview.effective === 'period_end' ? 'period-end' : 'now',
})

/** The id of the user that the ID token is for. */
const subjectOf = (token: string): unknown => {
  const claims = token.split('.')[1] ?? 'e30'
  return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown })
    .sub
}

/** The admin API over HTTP, as specified by its contract. */
export const createHttpAdminApi = ({
  baseUrl,
  fetch,
  idToken,
  stagingAuth = () => null,
  heardTime = () => {},
}: HttpAdminApiOptions): AdminApiPort => {
  const request = async (call: Call, token: string | null): Promise<HttpAnswer> => {
    try {
      const [base, key] = await Promise.all([baseUrl(), stagingAuth()])
      const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`
      const headers = {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(key !== null && { 'X-Staging-Auth': key }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...call.headers,
      }
      const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
      const answer = await fetch(base + call.path + query, {
        method: call.method,
        headers,
        ...body,
      })
      const time = new Date(answer.header('Date') ?? Number.NaN)
      if (!Number.isNaN(time.getTime())) heardTime(time)
      return answer
    } catch (cause) {
      throw new PortUnavailable('admin-api', cause)
    }
  }

  const send = async (call: Call, refused?: string): Promise<Success | Problem> => {
    const token = call.as === 'anyone' ? null : await idToken(refused ? { fresh: true } : undefined)
    if (call.as === 'user' && token === null) throw new SessionExpired()
    // Another user may have signed in since the refusal.
    if (refused && token && subjectOf(token) !== subjectOf(refused)) throw new SessionExpired()
    const reply = readAnswer(call, await request(call, token))
    if (reply.ok || token === null || reply.code !== 'auth/unauthenticated') return reply
    if (refused) throw new SessionExpired()
    return send(call, token)
  }

  /** For calls that are never refused; throws if one is. */
  const get = async (what: Omit<Call, 'method'>): Promise<object> => {
    const call = { ...what, method: 'GET' } as const
    const reply = await send(call)
    return reply.ok ? reply.data : refuse(call, reply)
  }

  const changeSubscription = async (
    what: Pick<Call, 'method' | 'path' | 'body'>,
  ): Promise<ChangeSubscriptionOutcome> => {
    const call = { ...what, as: 'user' } as const
    const reply = await send(call)
    if (reply.ok) return { kind: 'changed', subscription: reply.data as Subscription }
    return hasNoSuchSubscription(reply) ? { kind: 'ended' } : refuse(call, reply)
  }

  return {
    profile: async () => (await get({ path: '/api/v1/me', as: 'user' })) as Profile,

    updateProfile: async ({ firstName, lastName, birthYear, phone, attribution, visitorId }) => {
      const sent = attribution && {
        firstTouch: attribution.firstTouch ?? undefined,
        lastTouch: attribution.lastTouch ?? undefined,
      }
      const body = { firstName, lastName, birthYear, phone, attribution: sent, visitorId }
      const call = { method: 'PATCH', path: '/api/v1/me', body, as: 'user' } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'updated', profile: reply.data as Profile }
      return toInvalid(reply) ?? refuse(call, reply)
    },

    questionnaire: async (kind) => {
      const path = `${diagnosisPath}/public/questions`
      const questionnaire = readQuestionnaire(
        await get({ path, query: { kind }, as: 'anyone' }),
        kind,
      )
      if (questionnaire !== null) return questionnaire
      throw new PortUnavailable(
        'admin-api',
        new Error(`GET ${path} answered with questions that cannot be asked.`),
      )
    },

    calculate: async ({ kind, version, answers }) => {
      const body = { kind, version, answers }
      const call = {
        method: 'POST',
        path: `${diagnosisPath}/public/calculate`,
        body,
        as: 'anyone',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'calculated', result: reply.data as DiagnosisResult }
      return toInvalid(reply) ?? rateLimited(reply) ?? refuse(call, reply)
    },

    sendMailing: async ({ email, challengeToken, ...mailing }) => {
      const { kind } = mailing
      const asked =
        mailing.kind === 'finish_later'
          ? { kind }
          : { kind, version: mailing.version, answers: mailing.answers }
      const body = { email, ...asked, challengeToken }
      const call = { method: 'POST', path: '/api/v1/mailings/result', body, as: 'anyone' } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'accepted' }
      if (reply.code === 'challenge/failed') return { kind: 'challenge-failed' }
      return toInvalid(reply) ?? rateLimited(reply) ?? refuse(call, reply)
    },

    saveDiagnosis: async ({ kind, version, answers }) => {
      const call = {
        method: 'POST',
        path: diagnosisPath,
        body: { kind, version, answers },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'saved', diagnosis: reply.data as Diagnosis }
      if (reply.code === 'diagnosis/too-many') return { kind: 'too-many' }
      return toInvalid(reply) ?? refuse(call, reply)
    },

    diagnoses: async (cursor) => {
      const call = {
        method: 'GET',
        path: diagnosisPath,
        ...(cursor !== undefined && { query: { cursor } }),
        as: 'user',
      } as const
      const reply = await send(call)
      return reply.ok
        ? { items: reply.data as readonly Diagnosis[], nextCursor: reply.nextCursor }
        : refuse(call, reply)
    },

    offers: async () => (await get({ path: offersPath, as: 'optional' })) as Offers,

    createSetupIntent: async ({ billingEmail, journey, challengeToken }) => {
      const body = { billingEmail, journey, challengeToken }
      const call = {
        method: 'POST',
        path: `${offersPath}/stripe/setup_intents`,
        body,
        as: 'optional',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'created', setupIntent: reply.data as SetupIntent }
      if (reply.code === 'challenge/failed') return { kind: 'challenge-failed' }
      return toInvalid(reply) ?? rateLimited(reply) ?? refuse(call, reply)
    },

    checkPromotionCode: async ({ code, productId }) => {
      const query = { code, product: productId }
      const call = {
        method: 'GET',
        path: `${offersPath}/stripe/promotion_codes`,
        query,
        as: 'anyone',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'applies', promotion: reply.data as Promotion }
      const isNoCode = reply.status === 422 && reply.errors.some(({ path }) => path === 'code')
      const refusal = isNoCode ? 'unknown' : promotionRefusals.get(reply.code)
      return refusal ? { kind: refusal } : (rateLimited(reply) ?? refuse(call, reply))
    },

    createSubscription: async (order, idempotencyKey) => {
      const {
        productId,
        paymentMethodId,
        setupIntentId,
        setupIntentClientSecret,
        promotionCodeId,
        expectedTrialDays,
        expectedPrice,
        journey,
        consent,
      } = order
      const call = {
        method: 'POST',
        path: subscriptionsPath,
        body: {
          productId,
          paymentMethodId,
          setupIntentId,
          setupIntentClientSecret,
          promotionCodeId,
          expectedTrialDays,
          expectedPrice,
          journey,
          consent,
        },
        headers: { 'Idempotency-Key': idempotencyKey },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) {
        return {
          kind: reply.status === 201 ? 'created' : 'already-subscribed',
          subscription: reply.data as Subscription,
        }
      }
      const payment = paymentRefusal(reply)
      if (payment !== null) return payment
      if (reply.code === 'auth/email-unverified') return { kind: 'email-unverified' }
      if (reply.code === 'subscription/already-active') return { kind: 'other-plan-active' }
      if (reply.code === 'subscription/trial-unavailable') return { kind: 'trial-unavailable' }
      if (reply.code === 'subscription/price-changed') return { kind: 'price-changed' }
      const reason = promotionRefusals.get(reply.code)
      return reason
        ? { kind: 'promotion-refused', reason }
        : (toInvalid(reply) ?? refuse(call, reply))
    },

    cancelSubscription: (id) =>
      changeSubscription({ method: 'DELETE', path: subscriptionPath(id) }),

    // Some proxies add an untyped empty body to a POST without one.
    resumeSubscription: (id) =>
      changeSubscription({ method: 'POST', path: `${subscriptionPath(id)}/resume`, body: {} }),

    replaceCard: async (id, card, idempotencyKey) => {
      const { setupIntentId, setupIntentClientSecret, paymentMethodId, expectedDue } = card
      const call = {
        method: 'PUT',
        path: `${subscriptionPath(id)}/payment_method`,
        body: { setupIntentId, setupIntentClientSecret, paymentMethodId, expectedDue },
        headers: { 'Idempotency-Key': idempotencyKey },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'replaced', subscription: reply.data as Subscription }
      if (hasNoSuchSubscription(reply)) return { kind: 'ended' }
      if (reply.code === 'payment/due-changed') return { kind: 'due-changed' }
      return paymentRefusal(reply) ?? toInvalid(reply) ?? refuse(call, reply)
    },

    previewPlanChange: async (id, productId) => {
      const call = {
        method: 'POST',
        path: `${subscriptionPath(id)}/change_preview`,
        body: { productId },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'previewed', preview: toPreview(reply.data as WirePreview) }
      return planChangeRefusal(reply) ?? refuse(call, reply)
    },

    changePlan: async (id, { id: previewId, productId, consent }, idempotencyKey) => {
      const call = {
        method: 'POST',
        path: `${subscriptionPath(id)}/change`,
        body: { productId, previewId, consent },
        headers: { 'Idempotency-Key': idempotencyKey },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'changed', subscription: reply.data as Subscription }
      if (reply.code === 'subscription/preview-stale') return { kind: 'preview-stale' }
      const payment = paymentRefusal(reply)
      if (payment !== null && payment.kind !== 'setup-intent-expired') return payment
      return planChangeRefusal(reply) ?? refuse(call, reply)
    },

    // Some proxies add an untyped empty body to a POST without one.
    withdraw: async (id, idempotencyKey) => {
      const call = {
        method: 'POST',
        path: `${subscriptionPath(id)}/withdraw`,
        body: {},
        headers: { 'Idempotency-Key': idempotencyKey },
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) {
        const { subscription, refunded } = reply.data as Withdrawal
        return { kind: 'withdrawn', subscription, refunded }
      }
      if (reply.code === 'subscription/withdrawal-over') return { kind: 'withdrawal-over' }
      if (reply.code === 'auth/requires-recent-login') return { kind: 'recent-login-required' }
      return hasNoSuchSubscription(reply) ? { kind: 'ended' } : refuse(call, reply)
    },

    invoices: async (subscriptionId) => {
      const call = {
        method: 'GET',
        path: `${subscriptionPath(subscriptionId)}/invoices`,
        as: 'user',
      } as const
      const reply = await send(call)
      if (reply.ok) return reply.data as readonly Invoice[]
      return hasNoSuchSubscription(reply) ? [] : refuse(call, reply)
    },

    // Some proxies add an untyped empty body to a POST without one.
    createAppClaim: async () => {
      const call = { method: 'POST', path: '/api/v1/me/app_claims', body: {}, as: 'user' } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'created', claim: reply.data as AppClaim }
      return rateLimited(reply) ?? refuse(call, reply)
    },

    exportAccount: async () => {
      const call = { method: 'GET', path: '/api/v1/me/export', as: 'user' } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'exported', everything: reply.data as AccountExport }
      return rateLimited(reply) ?? refuse(call, reply)
    },

    deleteAccount: async () => {
      const call = { method: 'DELETE', path: '/api/v1/me', as: 'user' } as const
      const reply = await send(call)
      if (reply.ok) return { kind: 'deleted' }
      return reply.code === 'auth/requires-recent-login'
        ? { kind: 'recent-login-required' }
        : refuse(call, reply)
    },
  }
}
