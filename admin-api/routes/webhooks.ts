import type { Stripe } from 'stripe'
import { Type } from 'typebox'
import { markProcessed, storeEvent } from '../data/webhook-events.ts'
import { noteFailedAttempt } from '../payments/abandoned-intents.ts'
import { idOf } from '../payments/expandable.ts'
import { noteFailedPayment } from '../payments/failed-payments.ts'
import { notePaidInvoice } from '../payments/paid-invoices.ts'
import { syncCustomer } from '../payments/sync-customer.ts'
import { syncSubscription } from '../payments/sync-subscription.ts'
import {
  isKeyRefused,
  isMissing,
  providerRequestId,
  translateOutage,
} from '../payments/stripe-errors.ts'
import { classifyQueryError } from '../data/failures.ts'
import { Problem } from '../problem.ts'
import type { App, Context } from './context.ts'
import { webhooksRoute } from './request-hooks.ts'
import { closed, dataOf, problemSchema } from './schemas.ts'

const receivedSchema = Type.Object({ received: Type.Literal(true) }, closed)

/** The subscription an event is about, or null for events that change none. */
const subscriptionOf = (event: Stripe.Event): string | null => {
  if (event.type.startsWith('customer.subscription.'))
    return (event.data.object as Stripe.Subscription).id
  if (event.type.startsWith('subscription_schedule.')) {
    const { subscription, released_subscription: released } = event.data
      .object as Stripe.SubscriptionSchedule
    return idOf(subscription) ?? released
  }
  if (!event.type.startsWith('invoice.')) return null
  return idOf((event.data.object as Stripe.Invoice).parent?.subscription_details?.subscription)
}

/** The charge that was refunded or disputed; null for events about no such charge. */
const chargeOf = ({ type, data: { object } }: Stripe.Event): string | null => {
  if (type === 'charge.refunded') return (object as Stripe.Charge).id
  const isAboutCharge =
    type.startsWith('charge.dispute.') ||
    type === 'charge.refund.updated' ||
    type === 'refund.updated' ||
    type === 'refund.failed'
  return isAboutCharge ? idOf((object as Stripe.Dispute | Stripe.Refund).charge) : null
}

/**
 * Whether the event may succeed when the provider sends it again: after an outage, or after a wrong
 * key of ours was corrected.
 */
const mayHeal = (error: unknown): boolean =>
  translateOutage(error) !== error ||
  isKeyRefused(error) ||
  classifyQueryError(error) === 'unavailable'

export const registerWebhooks = (app: App, { db, stripe, settings, clock }: Context) =>
  app.register(async (scope) => {
    const { graceDays } = settings.stripe
    // The signature covers the bytes as sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    scope.post(
      webhooksRoute,
      {
        bodyLimit: 1024 * 1024,
        config: { summary: 'Events of the payment provider, signed' },
        schema: {
          response: {
            200: dataOf(receivedSchema),
            400: problemSchema,
            500: problemSchema,
            503: problemSchema,
          },
        },
      },
      async ({ body, headers, id, log }) => {
        const signature = headers['stripe-signature']
        const invalidSignature = new Problem(
          400,
          'webhook/bad-signature',
          'The event is not signed by the payment provider.',
        )
        if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw invalidSignature
        let event: Stripe.Event
        try {
          event = stripe.webhooks.constructEvent(body, signature, settings.stripe.webhookSecret)
        } catch {
          throw invalidSignature
        }
        const isOpen = await storeEvent(db, {
          id: event.id,
          type: event.type,
          createdAt: new Date(event.created * 1000),
        })
        // A repeated event of a failed card is handled again: the attempt was counted before the
        // provider was asked to cancel, so the repetition retries the cancellation.
        const failedCard = event.type === 'setup_intent.setup_failed' ? event : null
        if (isOpen || failedCard !== null) {
          const subscription = subscriptionOf(event)
          // The state is read again, so the order in which events arrive does not matter.
          try {
            if (subscription !== null) {
              const sync = await syncSubscription({ db, stripe, graceDays }, subscription)
              if (sync === 'adopted' || sync === 'second')
                log.warn({ subscription, sync }, 'a live subscription had no row')
            }
            const charge = chargeOf(event)
            if (charge !== null) await syncCustomer({ db, stripe, graceDays }, charge)
            if (event.type === 'invoice.payment_failed') await noteFailedPayment(db, event)
            if (event.type === 'invoice.paid') await notePaidInvoice(db, event)
            if (failedCard !== null) await noteFailedAttempt({ db, stripe, clock }, failedCard)
          } catch (error) {
            if (mayHeal(error)) throw error
            // A retry of the event would fail again, so it is accepted and logged.
            if (!isMissing(error)) {
              log.error(
                {
                  err: error,
                  requestId: id,
                  providerRequestId: providerRequestId(error),
                  event: event.id,
                },
                'webhook not processed',
              )
              return { data: { received: true } }
            }
          }
          await markProcessed(db, event.id, clock())
          log.info({ event: event.id, type: event.type }, 'webhook processed')
        }
        return { data: { received: true } }
      },
    )
  })
