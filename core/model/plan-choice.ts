import type { CheckPromotionOutcome } from '../ports/admin-api.ts'
import { draftOf, dropDraft, saveDraft } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { withoutPromotion } from './order.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import { isSameOffer, pickPlan } from './plan.ts'
import type { PlanId, Product, Promotion } from './plan.ts'

/** Why a promotion code was refused. */
export type RefusedCode = Exclude<CheckPromotionOutcome, { kind: 'applies' }>

/** The plans on offer, and what the visitor has picked, typed and chosen. */
export type PlanChoice = {
  readonly products: readonly Product[]
  readonly signUp: SignUpData
  /** The code in the field, applied or not. */
  readonly typedCode: string
  /** The outcome of checking the applied code for each plan, as far as known. */
  readonly checkedCodes: ReadonlyMap<PlanId, CheckPromotionOutcome>
  /** Why the last code was refused; null until then, and once the pick or the code changes. */
  readonly refusal: RefusedCode | null
}

/** The name of the pick's draft. */
const PICK = 'plan'

/** The picked plan's `id` and the applied `code`, until they are chosen. */
export const pickDraft = (signUp: SignUpData): Draft => draftOf(signUp, PICK)

/** The picked plan; without a pick, the one chosen before, else the default of those on offer. */
export const pickedPlan = ({ products, signUp }: PlanChoice): Product | null =>
  pickPlan(products, pickDraft(signUp).id ?? signUp.subscriptionProduct?.id)

/** The applied code, whatever plan it is for; without one, that of the chosen plan, else empty. */
export const appliedCode = (signUp: SignUpData): string =>
  pickDraft(signUp).code ?? signUp.stripePromotionCode?.code ?? ''

/** The applied promotion for one of the plans; null if it does not apply to it. */
export const promotionFor = (
  { signUp, checkedCodes }: Pick<PlanChoice, 'signUp' | 'checkedCodes'>,
  { id }: Pick<Product, 'id'>,
): Promotion | null => {
  const { subscriptionProduct, stripePromotionCode } = signUp
  const code = appliedCode(signUp)
  if (id === subscriptionProduct?.id && code === stripePromotionCode?.code)
    return stripePromotionCode
  const outcome = checkedCodes.get(id)
  const isApplied = outcome?.kind === 'applies' && outcome.promotion.code === code
  return isApplied ? outcome.promotion : null
}

/** The promotion of the picked plan. */
export const pickedPromotion = (choice: PlanChoice): Promotion | null => {
  const picked = pickedPlan(choice)
  return picked && promotionFor(choice, picked)
}

/**
 * The code to check before the picked plan is chosen: a typed code that was not refused, else the
 * applied one. Empty if there is none, or if the applied code was checked for this plan already.
 */
export const codeToCheck = (choice: PlanChoice): string => {
  const { signUp, typedCode, checkedCodes, refusal } = choice
  const picked = pickedPlan(choice)
  if (picked === null || promotionFor(choice, picked)) return ''
  if (typedCode.trim() !== '' && !refusal) return typedCode
  return checkedCodes.has(picked.id) ? '' : appliedCode(signUp)
}

/** The plans that the applied code still has to be checked for; none without a code. */
export const plansToCheck = (
  choice: Pick<PlanChoice, 'products' | 'signUp' | 'checkedCodes'>,
): readonly Product[] =>
  appliedCode(choice.signUp) === ''
    ? []
    : choice.products.filter(
        (product) => !choice.checkedCodes.has(product.id) && promotionFor(choice, product) === null,
      )

/** Whether the picked plan and code are the chosen ones, on their current terms. */
export const isPickChosen = (choice: PlanChoice): boolean => {
  const { subscriptionProduct, stripePromotionCode } = choice.signUp
  const picked = pickedPlan(choice)
  return (
    picked !== null &&
    isSameOffer(picked, subscriptionProduct) &&
    promotionFor(choice, picked)?.id === stripePromotionCode?.id
  )
}

/** The changes that pick a plan, or apply a code; an empty code removes the applied one. */
export const withPick = (
  signUp: SignUpData,
  pick: { readonly id: PlanId } | { readonly code: string },
): SignUpChanges => saveDraft(signUp, PICK, { ...pickDraft(signUp), ...pick })

/** The changes that return to the chosen plan and code. */
export const withoutPick = (signUp: SignUpData): SignUpChanges => dropDraft(signUp, PICK)

/** The changes that remove the picked plan's promotion after the server has refused it. */
export const withoutRefusedCode = (choice: PlanChoice): SignUpChanges => ({
  ...withPick(choice.signUp, { code: '' }),
  ...(pickedPromotion(choice) === choice.signUp.stripePromotionCode && withoutPromotion),
})

/** The changes that choose a plan. Choosing another plan forgets the current subscription. */
export const withChosenPlan = (
  signUp: SignUpData,
  product: Product,
  promotion: Promotion | null,
): SignUpChanges => ({
  ...withoutPick(signUp),
  subscriptionProduct: product,
  stripePromotionCode: promotion,
  ...(signUp.subscriptionProduct?.id !== product.id &&
    signUp.stripeSubscription && { stripeSubscription: null }),
})
