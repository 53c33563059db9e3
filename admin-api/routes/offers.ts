import { Type } from 'typebox'
import { startedSubscriptions } from '../data/subscriptions.ts'
import { isUsed, trial } from '../data/used-offers.ts'
import { toSubscriber } from '../domain/subscriber.ts'
import { digestsOf } from '../payments/person.ts'
import { isLiveKey } from '../settings/environment.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, nullable, problemSchema, productSchema } from './schemas.ts'
import { subscriberSchema } from './subscriber-schema.ts'

const offersSchema = Type.Object(
  {
    products: Type.Array(productSchema),
    subscriber: nullable(subscriberSchema),
    trialEligible: Type.Boolean(),
  },
  closed,
)

export const registerOffers = (
  app: App,
  { db, authenticate, catalogue, clock, settings }: Context,
) => {
  const isSandbox = !isLiveKey(settings.stripe.secretKey)

  app.get(
    '/api/v1/iap_subscriptions',
    {
      config: {
        summary: 'Products, and what the user has bought (RevenueCat v1 shape)',
        caller: 'anyone-or-user',
      },
      schema: { response: { 200: dataOf(offersSchema), 401: problemSchema, 503: problemSchema } },
    },
    async (request) => {
      const authenticated = await authenticate.optional(request)
      const products = (await catalogue.offers()).map(({ product }) => product)
      if (authenticated === null)
        return { data: { products, subscriber: null, trialEligible: true } }
      const { user } = authenticated
      const started = await startedSubscriptions(db, user.id)
      // The card, which may have had its trial, too, is known only to an order.
      const hasHadTrial = await isUsed(
        db,
        trial,
        digestsOf(settings.ledgerKeys, { email: user.email, fingerprint: null }),
      )
      return {
        data: {
          products,
          subscriber: toSubscriber(user, started, { now: clock(), isSandbox }),
          trialEligible: started.length === 0 && !hasHadTrial,
        },
      }
    },
  )
}
