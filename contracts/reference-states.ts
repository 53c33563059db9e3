import type { ChallengeAction } from '#core/ports/challenge.ts'
import { saveMany } from '#tests/support/save-many.ts'
import { api, goodCard, stripePath } from './reference-visitor.ts'
import type { ReferenceVisitor } from './reference-visitor.ts'
import type { LimitedCall, StateHandlers } from './states.ts'

const HOUR = 60 * 60 * 1000

/** The sandbox's cards, by the behavior that a state asks for. */
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

/** Well above the limits of the reference provider. */
const ENOUGH_REQUESTS = 100

/** A clock that can be set back to reach a state: the admin API's or the payments sandbox's. */
export type ReferenceClock = 'api' | 'payments'

/** A handler for each state. `setBack` sets a clock back by this many milliseconds. */
export const referenceStates = (
  visitor: ReferenceVisitor,
  challengeToken: (action: ChallengeAction) => Promise<string>,
  setBack: (clock: ReferenceClock, by: number) => void,
): StateHandlers => {
  const {
    call,
    confirmedCard,
    endSubscription,
    failFirstCharge,
    inAnotherAccount,
    pay,
    payWith,
    previewChange,
    promotionCodeId,
    request,
    signedOut,
    signIn,
    site,
    subscribe,
  } = visitor

  /** Runs `work` while the clock is set back. */
  const ago = async <Result>(
    clock: ReferenceClock,
    by: number,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    setBack(clock, by)
    try {
      return await work()
    } finally {
      setBack(clock, 0)
    }
  }

  return {
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
    'a user who paid for a plan more than 14 days ago': () =>
      ago('payments', 15 * 24 * HOUR, () => pay('annual')),
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
    'an old preview of a change of plan': ({ productId }) =>
      ago('api', HOUR, () => previewChange(productId)),
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
    'a card confirmed before the account was created': () =>
      signedOut(() => confirmedCard(goodCard(), 'enroll')),
    'a card confirmed more than a day ago': () =>
      ago('api', 25 * HOUR, () => confirmedCard(goodCard())),
    'a card confirmed by another user': () => inAnotherAccount(() => confirmedCard(goodCard())),
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
      challengeToken: await challengeToken(action),
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
}
