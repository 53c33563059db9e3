/** The members of each object that a publishable key may read, as Stripe documents them. */
import type { Access } from './access.ts'

const SHARED = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'status',
]

const PUBLIC_FIELDS: Record<string, string[]> = {
  payment_intent: [
    ...SHARED,
    'amount',
    'canceled_at',
    'capture_method',
    'confirmation_method',
    'currency',
    'last_payment_error',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
  ],
  payment_method: [
    'id',
    'object',
    'allow_redisplay',
    'billing_details',
    'card',
    'created',
    'customer',
    'livemode',
    'type',
  ],
  setup_intent: [...SHARED, 'last_setup_error', 'usage'],
}

/**
 * Members of a card that a publishable key must not see, since they identify the card across
 * customers.
 */
const PRIVATE_OF_CARD = ['fingerprint']

const reduced = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reduced)
  if (typeof value !== 'object' || value === null) return value
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : ''
  const fields = PUBLIC_FIELDS[kind]
  const entries = Object.entries(value)
    .filter(([name]) => !fields || fields.includes(name))
    .map(([name, member]): [string, unknown] => [
      name,
      name === 'card' && kind === 'payment_method' ? withoutPrivate(member) : reduced(member),
    ])
  return Object.fromEntries(entries)
}

const withoutPrivate = (card: unknown): unknown =>
  typeof card === 'object' && card !== null
    ? Object.fromEntries(Object.entries(card).filter(([name]) => !PRIVATE_OF_CARD.includes(name)))
    : card

/** The part of an answer that the request's key may see. */
export const visibleTo = (
  access: Access,
  answer: Record<string, unknown>,
): Record<string, unknown> =>
  access === 'secret' ? answer : (reduced(answer) as Record<string, unknown>)
