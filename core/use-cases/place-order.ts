import { hasSavedCard } from '#core/model/journeys.ts'
import type { ShownOrder } from '#core/model/order.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { isStillChosen } from '#core/model/shown-order.ts'
import type { CardForm } from '#core/ports/payments.ts'

export type PlaceOrderInput = {
  readonly journey: AccountJourney
  readonly order: ShownOrder
  /** Null to use the saved card. */
  readonly card: CardForm | null
}

/** What decides whether the order goes on. All of it may change while the card is checked. */
type OrderState = {
  readonly signUp: SignUpData
  /** Undefined for a visitor without an account. */
  readonly userId: string | undefined
  /** Whether the picked plan and code are the chosen ones. */
  readonly isPickSettled: boolean
}

/** `ended` when there is nothing left to do, or the visitor has been told why not. */
type Ending = 'card-incomplete' | 'ended'

/** The screen shows the progress, a refusal and an outage of each step, so the caller runs them. */
type Steps = {
  readonly current: () => OrderState
  /** Confirms the card and stores it. */
  readonly saveCard: (card: CardForm) => Promise<'saved' | Ending>
  /** Starts the subscription with the stored card. */
  readonly subscribe: () => Promise<void>
}

/**
 * Saves the card, unless one is saved already, and starts the subscription with it. Returns
 * `card-saved` for a visitor without an account, whose order has to wait for one. Orders nothing if
 * the choice has changed while the card was checked, in another tab or on this screen, or if
 * somebody else is signed in, since theirs is another order.
 */
export const placeOrder = async (
  { journey, order, card }: PlaceOrderInput,
  { current, saveCard, subscribe }: Steps,
): Promise<'card-saved' | Ending> => {
  const before = current()
  if (!hasSavedCard(before.signUp)) {
    const outcome = card === null ? 'ended' : await saveCard(card)
    if (outcome !== 'saved') return outcome
  }
  const { signUp, userId, isPickSettled } = current()
  if (!isStillChosen(order, journey, signUp, isPickSettled)) return 'ended'
  if (userId !== before.userId) return 'ended'
  if (userId === undefined) return 'card-saved'
  await subscribe()
  return 'ended'
}
