import { createMemoryAdminApi } from '#adapters/memory/memory-admin-api.ts'
import { createMemoryChallenge } from '#adapters/memory/memory-challenge.ts'
import { createMemoryPayments, memoryCard } from '#adapters/memory/memory-payments.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { ChallengeAction } from '#core/ports/challenge.ts'
import type { StateHandlers } from '#contracts/states.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { content, products, promotionCodes } from '#tests/support/memory-admin-api-content.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { describeAdminApiPort } from './admin-api-port.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

const goodCard = '4242424242424242'
const challengedCard = '4000002760003184'
const decliningCards: Readonly<Record<string, string>> = { generic_decline: '4000000000000341' }

const startOfTime = new Date('2026-01-01T00:00:00Z').getTime()

const promotionCodeId = (code: string) => {
  const known = promotionCodes.find(({ promotion }) => promotion.code === code)
  if (known === undefined) throw new Error(`There is no promotion code ${code}.`)
  return { promotionCodeId: known.promotion.id }
}

const makeHarness = (): AdminApiHarness => {
  const payments = createMemoryPayments()
  const challenge = createMemoryChallenge()
  let milliseconds = startOfTime
  let user: { id: string; email: string; emailVerified: boolean } | null = null
  let isSignInRecent = true
  const adminApi = createMemoryAdminApi({
    content,
    products,
    promotionCodes,
    cards: payments,
    clock: { now: () => new Date(milliseconds++) },
    challenge,
    currentUser: () => user,
    identity: { isSignInRecent: () => isSignInRecent, removeAccount: () => {} },
  })

  const signIn = (emailVerified = true) => {
    user = { id: 'identity', email: 'robin@example.com', emailVerified }
  }

  const aToken = async ({ action }: { readonly action: ChallengeAction }) => ({
    challengeToken: (await challenge.token(action)) ?? '',
  })

  const confirmedCard = async (number: string, journey: AccountJourney = 'sign-up') => {
    const intent = await adminApi.createSetupIntent({
      billingEmail: 'robin@example.com',
      journey,
      ...(await aToken({ action: 'save_card' })),
    })
    if (intent.kind !== 'created') throw new Error(`No setup intent: ${intent.kind}`)
    const { id, clientSecret } = intent.setupIntent
    const outcome = await payments.confirmCard({
      card: memoryCard(number),
      clientSecret,
      billingEmail: 'robin@example.com',
      returnUrl: 'http://localhost:8000/',
    })
    if (outcome.kind !== 'confirmed') throw new Error(`Not confirmed: ${outcome.kind}`)
    return {
      setupIntentId: id,
      setupIntentClientSecret: clientSecret,
      paymentMethodId: outcome.paymentMethodId,
    }
  }

  const inAnotherAccount = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = user
    user = { id: 'identity-before', email: 'robin+before@example.com', emailVerified: true }
    const result = await work()
    user = own
    return result
  }

  const subscribe = async (productId: string, promotion: { promotionCodeId?: string }) => {
    const card = await confirmedCard(goodCard)
    const order = {
      productId,
      ...card,
      ...promotion,
      journey: 'sign-up',
      consent: someTerms,
    } as const
    const outcome = await adminApi.createSubscription(order, card.setupIntentId)
    if (outcome.kind !== 'created') throw new Error(`Not subscribed: ${outcome.kind}`)
    return { subscriptionId: outcome.subscription.id }
  }

  /** Pays for a plan immediately, without a trial, because a first subscription has ended. */
  const pay = async (productId: string) => {
    signIn()
    await subscribe('annual', {})
    adminApi.endSubscription((await adminApi.profile()).id)
    return subscribe(productId, {})
  }

  const ownSubscriptionId = async () => (await adminApi.profile()).subscription?.id ?? ''

  const payWith = async (number: string) => {
    const card = await confirmedCard(number)
    const { kind } = await adminApi.replaceCard(await ownSubscriptionId(), card, card.setupIntentId)
    if (kind !== 'replaced') throw new Error(`The card is not the plan's: ${kind}`)
    return {}
  }

  const previewChange = async (productId: string) => {
    const outcome = await adminApi.previewPlanChange(await ownSubscriptionId(), productId)
    if (outcome.kind !== 'previewed') throw new Error(`No preview: ${outcome.kind}`)
    return { previewId: outcome.preview.id }
  }

  const states: StateHandlers = {
    'a questionnaire': async (submission) => {
      const { kind } = await adminApi.calculate(submission)
      if (kind !== 'calculated')
        throw new Error(`The questionnaire does not take these answers: ${kind}`)
      return {}
    },
    'a verified user with no subscription': async () => {
      signIn()
      return {}
    },
    'a user whose email is not verified': async () => {
      signIn(false)
      return {}
    },
    'a user whose session has ended': async () => {
      signIn()
      adminApi.endSession()
      return {}
    },
    'a user who signed in a while ago': async () => {
      signIn()
      isSignInRecent = false
      return {}
    },
    'a user who has given personal details': async (details) => {
      signIn()
      await adminApi.updateProfile(details)
      return {}
    },
    'a user with a live subscription': async ({ productId, code }) => {
      signIn()
      return subscribe(productId, promotionCodeId(code))
    },
    'a user whose subscription is to end': async () => {
      signIn()
      const own = await subscribe('annual', {})
      await adminApi.cancelSubscription(own.subscriptionId)
      return own
    },
    'a user whose payment is failing': async () => {
      signIn()
      const own = await subscribe('annual', {})
      adminApi.failRenewal((await adminApi.profile()).id)
      return own
    },
    'a user whose subscription has ended': async () => {
      signIn()
      const own = await subscribe('annual', {})
      adminApi.endSubscription((await adminApi.profile()).id)
      return own
    },
    'a user who has paid for a plan': ({ productId }) => pay(productId),
    'a user who paid for a plan more than 14 days ago': async () => {
      const own = await pay('annual')
      milliseconds += 15 * 24 * 60 * 60 * 1000
      return own
    },
    'a user who has withdrawn from a plan': async () => {
      const own = await pay('annual')
      await adminApi.withdraw(own.subscriptionId, own.subscriptionId)
      return own
    },
    'a user whose plan is to change': async () => {
      const own = await pay('annual')
      const { previewId } = await previewChange('monthly')
      const shown = { id: previewId, productId: 'monthly' }
      await adminApi.changePlan(own.subscriptionId, shown, previewId)
      return own
    },
    'the plan is paid with a card that is declined when it is charged': ({ declineCode }) =>
      payWith(decliningCards[declineCode] ?? ''),
    'the plan is paid with a card that asks for authentication when it is charged': () =>
      payWith(challengedCard),
    'a preview of a change of plan': ({ productId }) => previewChange(productId),
    'an old preview of a change of plan': async ({ productId }) => {
      const shown = await previewChange(productId)
      milliseconds += 60 * 60 * 1000
      return shown
    },
    'a user who has saved diagnoses': async ({ diagnoses }) => {
      signIn()
      for (const diagnosis of diagnoses) await adminApi.saveDiagnosis(diagnosis)
      return {}
    },
    'a user who has a page of diagnoses and a part of another': async () => {
      signIn()
      await saveMany(adminApi, 55)
      return { cursor: (await adminApi.diagnoses()).nextCursor ?? '' }
    },
    'a user who has as many diagnoses as an account can hold': async () => {
      signIn()
      await saveMany(adminApi)
      return {}
    },
    'a user who has exported the account too often': async () => {
      signIn()
      adminApi.throttle()
      return {}
    },
    'a user who has made too many app claims': async () => {
      signIn()
      adminApi.throttle()
      return {}
    },
    'a visitor who passes the challenge': aToken,
    'a visitor who fails the challenge': async () => ({ challengeToken: 'made-up' }),
    'a confirmed card': () => confirmedCard(goodCard),
    'a card confirmed before the account was created': async () => {
      const owner = user
      user = null
      const card = await confirmedCard(goodCard, 'enroll')
      user = owner
      return card
    },
    'a card confirmed more than a day ago': async () => {
      const card = await confirmedCard(goodCard)
      milliseconds += 25 * 60 * 60 * 1000
      return card
    },
    'a card confirmed by another user': () => inAnotherAccount(() => confirmedCard(goodCard)),
    'a confirmed card that is declined when it is charged': ({ declineCode }) =>
      confirmedCard(decliningCards[declineCode] ?? ''),
    'a confirmed card that asks for authentication when it is charged': () =>
      confirmedCard(challengedCard),
    'a confirmed card that has had a free trial': async () => {
      await inAnotherAccount(() => subscribe('annual', {}))
      return confirmedCard(goodCard)
    },
    'a promotion code': async ({ code }) => promotionCodeId(code),
    'a promotion code that has expired': async ({ code }) => promotionCodeId(code),
    'a promotion code that is used up': async ({ code }) => promotionCodeId(code),
    'a promotion code for one plan only': async ({ code }) => promotionCodeId(code),
    'a promotion code that the user has had before': async ({ code }) => {
      await inAnotherAccount(() => subscribe('annual', promotionCodeId(code)))
      return promotionCodeId(code)
    },
    'too many requests from this address': async () => {
      adminApi.throttle()
      return {}
    },
  }

  return {
    adminApi,
    states,
    passAuthentication: async (clientSecret) => {
      await payments.authenticate(clientSecret)
    },
    fail: adminApi.fail,
    restore: adminApi.restore,
  }
}

describeAdminApiPort('memory', makeHarness)
