import { PortUnavailable } from '#core/model/failures.ts'
import type {
  Invalid,
  PromotionRefusal,
  RateLimited,
  ReplaceCardOutcome,
} from '#core/ports/admin-api.ts'
import { summarise } from './admin-api-answer.ts'
import type { Called, Problem } from './admin-api-answer.ts'

export const promotionRefusals = new Map<string, PromotionRefusal>([
  ['promotion/not-found', 'unknown'],
  ['promotion/expired', 'expired'],
  ['promotion/used-up', 'used-up'],
  ['promotion/not-applicable', 'not-for-this-plan'],
  ['promotion/used-before', 'used-before'],
])

/** Whether the subscription cannot be changed because it has ended or is not the user's. */
export const hasNoSuchSubscription = ({ code }: Problem): boolean =>
  code === 'subscription/ended' || code === 'subscription/not-found'

/** Why a plan cannot be changed to another; null when the response is about something else. */
export const planChangeRefusal = (
  problem: Problem,
): { readonly kind: 'ended' | 'not-changeable' } | null => {
  if (hasNoSuchSubscription(problem)) return { kind: 'ended' }
  const isUnknownPlan =
    problem.status === 422 && problem.errors.some(({ path }) => path === 'productId')
  return isUnknownPlan || problem.code === 'subscription/not-changeable'
    ? { kind: 'not-changeable' }
    : null
}

type PaymentRefusal = Extract<
  ReplaceCardOutcome,
  { readonly kind: 'declined' | 'action-required' | 'setup-intent-expired' }
>

/** Why a card was not charged; null when the response is about something else. */
export const paymentRefusal = (problem: Problem): PaymentRefusal | null => {
  const { code, clientSecret, declineCode, detail, errors } = problem
  if (code === 'payment/declined') return { kind: 'declined', declineCode, message: detail }
  if (code === 'payment/requires-action' && clientSecret !== null)
    return { kind: 'action-required', clientSecret }
  return errors.some((error) => error.code === 'setup-intent/expired')
    ? { kind: 'setup-intent-expired' }
    : null
}

export const toInvalid = (problem: Problem): Invalid | null =>
  problem.status === 422 && !isBehind(problem) ? { kind: 'invalid', errors: problem.errors } : null

/** Whether the API is too old to know a field that guards an amount, as during an upgrade. */
const isBehind = ({ errors }: Problem): boolean =>
  errors.some(
    ({ path, code }) =>
      code === 'field/unknown' && (path === 'expectedPrice' || path === 'expectedDue'),
  )

export const rateLimited = ({ status, retryAfterSeconds }: Problem): RateLimited | null =>
  status === 429 ? { kind: 'rate-limited', retryAfterSeconds } : null

const passing: readonly string[] = ['subscription/in-progress', 'account/leaving']

/** Throws what no caller can handle: `PortUnavailable` for what is temporary, else an error. */
export const refuse = (call: Called, problem: Problem): never => {
  const { status, code } = problem
  const error = new Error(summarise(call, status, code))
  throw status === 429 || passing.includes(code) || isBehind(problem)
    ? new PortUnavailable('admin-api', error)
    : error
}
