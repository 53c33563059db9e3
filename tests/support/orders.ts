import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { offerOf } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { Money } from '#core/model/money.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { SaveCardInput } from '#core/use-cases/save-card.ts'
import { someTerms } from './a-visitor.ts'
import { promotionCodes } from './memory-admin-api-content.ts'
import { ada, inMemory, origin, signUpAda } from './memory-ports.ts'
import type { InMemory } from './memory-ports.ts'

export const anOffer = async ({ app }: InMemory, id = 'annual'): Promise<Product> => {
  const product = (await app.loadOffers()).products.find((each) => each.id === id)
  if (!product) throw new Error(`There is no plan ${id}.`)
  return product
}

export const promotionOf = (code: string): Promotion | null =>
  promotionCodes.find(({ promotion }) => promotion.code === code)?.promotion ?? null

type CardOf = Partial<Omit<SaveCardInput, 'card'>> & { readonly number?: string }

/** Fills in the card form and submits it, by default for the annual plan. */
export const saveCard = async (
  world: InMemory,
  { number = '4242424242424242', ...own }: CardOf = {},
) =>
  world.app.saveCard({
    card: memoryCard(number),
    billingEmail: ada.email,
    product: own.product ?? (await anOffer(world)),
    promotion: null,
    journey: 'sign-up',
    returnUrl: `${origin}/sign-up/payment`,
    ...own,
  })

/** Saves a card, and returns an order that is paid with it. */
export const anOrder = async (world: InMemory, card: CardOf = {}) => {
  const saved = await saveCard(world, card)
  if (saved.kind !== 'saved') throw new Error(`The card was not saved: ${saved.kind}`)
  return {
    ...saved,
    product: card.product ?? (await anOffer(world)),
    promotion: null,
    consent: someTerms,
    journey: card.journey ?? 'sign-up',
  }
}

/** Ada with a subscription to the annual plan, in its trial. */
export const aSubscriber = async (): Promise<
  InMemory & { readonly subscription: Subscription }
> => {
  const world = inMemory()
  await signUpAda(world)
  const outcome = await world.app.subscribe(await anOrder(world))
  if (outcome.kind !== 'subscribed') throw new Error(`Not subscribed: ${outcome.kind}`)
  return { ...world, subscription: outcome.subscription }
}

/** Ada after the card of her subscription could not pay its renewal. */
export const aLateSubscriber = async (): ReturnType<typeof aSubscriber> => {
  const world = await aSubscriber()
  world.adminApi.failRenewal((await world.adminApi.profile()).id)
  const { subscription } = await world.adminApi.profile()
  return { ...world, subscription: subscription ?? world.subscription }
}

/** Ada with a plan that had no trial, because she has had one before. */
export const aPayingSubscriber = async (
  productId = 'monthly',
  code = '',
): ReturnType<typeof aSubscriber> => {
  const { subscription: _, ...world } = await aSubscriber()
  world.adminApi.endSubscription((await world.adminApi.profile()).id)
  const product = offerOf(await anOffer(world, productId), true)
  const order = await anOrder(world, { product })
  const outcome = await world.app.subscribe({ ...order, promotion: promotionOf(code) })
  if (outcome.kind !== 'subscribed') throw new Error(`Not subscribed: ${outcome.kind}`)
  return { ...world, subscription: outcome.subscription }
}

/** What a change to the product would do. */
export const previewOf = async (
  { app, subscription }: Pick<Awaited<ReturnType<typeof aSubscriber>>, 'app' | 'subscription'>,
  productId: string,
): Promise<PlanChangePreview> => {
  const outcome = await app.previewPlanChange({ subscriptionId: subscription.id, productId })
  if (outcome.kind !== 'previewed') throw new Error(`No preview: ${outcome.kind}`)
  return outcome.preview
}

/** Fills in the card form with another card for the subscription and submits it. */
export const repairCard = (
  { app }: Pick<InMemory, 'app'>,
  subscriptionId: string,
  number = '5555555555554444',
  due: Money | null = { amount: 8999, currency: 'usd' },
) =>
  app.repairCard({
    card: memoryCard(number),
    billingEmail: ada.email,
    subscriptionId,
    due,
    returnUrl: `${origin}/account`,
  })
