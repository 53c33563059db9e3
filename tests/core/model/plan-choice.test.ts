import { describe, expect, it } from 'vitest'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import {
  appliedCode,
  codeToCheck,
  isPickChosen,
  pickedPlan,
  pickedPromotion,
  pickDraft,
  plansToCheck,
  promotionFor,
  withChosenPlan,
  withoutPick,
  withoutRefusedCode,
  withPick,
} from '#core/model/plan-choice.ts'
import type { PlanChoice } from '#core/model/plan-choice.ts'
import type { SignUpChanges, SignUpData } from '#core/model/persisted-state.ts'
import type { Promotion } from '#core/model/plan.ts'
import { annual, aSubscription, monthly, welcome20 } from '#tests/support/a-visitor.ts'

const halfYear: Promotion = { ...welcome20, id: 'promo_2', code: 'HALFYEAR' }
const applies = (promotion: Promotion) => ({ kind: 'applies', promotion }) as const
const refused = { kind: 'not-for-this-plan' } as const

/** A visitor who looks at both plans, and the changes they make one after the other. */
const aChoice = (
  changes: Partial<PlanChoice> = {},
  ...steps: readonly ((signUp: SignUpData) => SignUpChanges)[]
): PlanChoice => {
  const choice = {
    products: [annual, monthly],
    signUp: emptySignUpData,
    typedCode: '',
    checkedCodes: new Map(),
    refusal: null,
    ...changes,
  }
  const signUp = steps.reduce<SignUpData>(
    (before, step) => ({ ...before, ...step(before) }),
    choice.signUp,
  )
  return { ...choice, signUp }
}

const picking = (id: string) => (signUp: SignUpData) => withPick(signUp, { id })
const applying = (code: string) => (signUp: SignUpData) => withPick(signUp, { code })
const removingCode = applying('')

/** The annual plan was chosen with WELCOME20. */
const chosen: SignUpData = {
  ...emptySignUpData,
  subscriptionProduct: annual,
  stripePromotionCode: welcome20,
}

describe('pickedPlan', () => {
  it('is the picked plan, else the chosen one, else the annual one', () => {
    const signUp = { ...chosen, subscriptionProduct: monthly }
    expect(pickedPlan(aChoice())).toBe(annual)
    expect(pickedPlan(aChoice({ signUp }))).toBe(monthly)
    expect(pickedPlan(aChoice({ signUp }, picking('annual')))).toBe(annual)
  })

  it('is null while no plans are on offer', () => {
    expect(pickedPlan(aChoice({ products: [] }))).toBeNull()
  })
})

describe('appliedCode', () => {
  it('is the code applied last, else the chosen one, else empty', () => {
    expect(appliedCode(emptySignUpData)).toBe('')
    expect(appliedCode(chosen)).toBe('WELCOME20')
    expect(appliedCode(aChoice({ signUp: chosen }, applying('HALFYEAR')).signUp)).toBe('HALFYEAR')
  })

  it('is kept when another plan is picked', () => {
    const { signUp } = aChoice({}, applying('HALFYEAR'), picking('monthly'))
    expect(appliedCode(signUp)).toBe('HALFYEAR')
  })
})

describe('promotionFor', () => {
  it('returns the chosen promotion for the chosen plan only', () => {
    const choice = aChoice({ signUp: chosen })
    expect(promotionFor(choice, annual)).toBe(welcome20)
    expect(promotionFor(choice, monthly)).toBeNull()
  })

  it('does not return the chosen promotion once another code is applied', () => {
    expect(promotionFor(aChoice({ signUp: chosen }, applying('HALFYEAR')), annual)).toBeNull()
  })

  it('returns the promotion of the applied code for the plans that the code was checked for', () => {
    const checkedCodes = new Map([['monthly', applies(halfYear)]])
    const choice = aChoice({ checkedCodes }, applying('HALFYEAR'))
    expect(promotionFor(choice, monthly)).toBe(halfYear)
    expect(promotionFor(choice, annual)).toBeNull()
  })

  it('returns null for a plan that the code was refused for', () => {
    const checkedCodes = new Map([['annual', refused]])
    expect(promotionFor(aChoice({ checkedCodes }, applying('HALFYEAR')), annual)).toBeNull()
  })

  it('ignores the outcome of checking a code that is no longer the applied one', () => {
    const checkedCodes = new Map([['annual', applies(halfYear)]])
    expect(promotionFor(aChoice({ checkedCodes }, applying('WELCOME20')), annual)).toBeNull()
    expect(promotionFor(aChoice({ checkedCodes }), annual)).toBeNull()
  })
})

describe('pickedPromotion', () => {
  it('is the promotion of the picked plan', () => {
    expect(pickedPromotion(aChoice({ signUp: chosen }))).toBe(welcome20)
    expect(pickedPromotion(aChoice({ signUp: chosen }, picking('monthly')))).toBeNull()
  })

  it('is null while no plans are on offer', () => {
    expect(pickedPromotion(aChoice({ products: [], signUp: chosen }))).toBeNull()
  })
})

describe('codeToCheck', () => {
  it('is empty without a code, and while no plans are on offer', () => {
    expect(codeToCheck(aChoice())).toBe('')
    expect(codeToCheck(aChoice({ typedCode: '  ' }))).toBe('')
    expect(codeToCheck(aChoice({ products: [], typedCode: 'WELCOME20' }))).toBe('')
  })

  it('is empty when a promotion applies to the picked plan, whatever is typed', () => {
    expect(codeToCheck(aChoice({ signUp: chosen, typedCode: 'HALFYEAR' }))).toBe('')
  })

  it('is the typed code rather than the applied one', () => {
    const choice = aChoice({ typedCode: ' halfyear ' }, applying('WELCOME20'))
    expect(codeToCheck(choice)).toBe(' halfyear ')
  })

  it('is the applied code when nothing is typed or the typed code was refused', () => {
    const afterRefusal = { typedCode: 'HALFYEAR', refusal: refused }
    expect(codeToCheck(aChoice({}, applying('WELCOME20')))).toBe('WELCOME20')
    expect(codeToCheck(aChoice(afterRefusal, applying('WELCOME20')))).toBe('WELCOME20')
  })

  it('is not the applied code once it was refused for the picked plan', () => {
    const checkedCodes = new Map([['annual', refused]])
    const choice = aChoice({ checkedCodes }, applying('HALFYEAR'))
    expect(codeToCheck(choice)).toBe('')
    expect(codeToCheck(aChoice(choice, picking('monthly')))).toBe('HALFYEAR')
  })
})

describe('plansToCheck', () => {
  it('returns no plans without an applied code', () => {
    expect(plansToCheck(aChoice())).toEqual([])
  })

  it('returns the plans that the applied code was neither checked nor chosen for', () => {
    expect(plansToCheck(aChoice({}, applying('HALFYEAR')))).toEqual([annual, monthly])
    expect(plansToCheck(aChoice({ signUp: chosen }))).toEqual([monthly])
    const checkedCodes = new Map([['monthly', refused]])
    expect(plansToCheck(aChoice({ checkedCodes }, applying('HALFYEAR')))).toEqual([annual])
  })
})

describe('isPickChosen', () => {
  it('is true while the plan and the promotion are those that were chosen', () => {
    expect(isPickChosen(aChoice({ signUp: chosen }))).toBe(true)
    expect(isPickChosen(aChoice({ signUp: { ...chosen, stripePromotionCode: null } }))).toBe(true)
  })

  it.each([
    ['no plan was chosen', aChoice()],
    ['no plans are on offer', aChoice({ products: [], signUp: chosen })],
    ['no plans are on offer and none was chosen', aChoice({ products: [] })],
    ['another plan is picked', aChoice({ signUp: chosen }, picking('monthly'))],
    ['the promotion was removed', aChoice({ signUp: chosen }, removingCode)],
    [
      'the price of the plan has changed since',
      aChoice({
        products: [{ ...annual, price: { amount: 9999, currency: 'usd' } }],
        signUp: chosen,
      }),
    ],
  ])('is false when %s', (_case, choice) => expect(isPickChosen(choice)).toBe(false))
})

describe('withPick', () => {
  it('changes the plan or the code, and keeps the other', () => {
    const { signUp } = aChoice({}, picking('monthly'), applying('WELCOME20'))
    expect(pickDraft(signUp)).toEqual({ id: 'monthly', code: 'WELCOME20' })
    expect(pickDraft({ ...signUp, ...picking('annual')(signUp) })).toEqual({
      id: 'annual',
      code: 'WELCOME20',
    })
  })

  it('keeps the chosen promotion until a plan is chosen again', () => {
    const { signUp } = aChoice({ signUp: chosen }, removingCode)
    expect(appliedCode(signUp)).toBe('')
    expect(signUp.stripePromotionCode).toBe(welcome20)
  })
})

describe('withoutPick', () => {
  it('returns to the chosen plan and code', () => {
    const choice = aChoice({ signUp: chosen }, picking('monthly'), applying('HALFYEAR'))
    const after = aChoice(choice, withoutPick)
    expect(pickedPlan(after)).toBe(annual)
    expect(appliedCode(after.signUp)).toBe('WELCOME20')
  })
})

describe('withoutRefusedCode', () => {
  it('removes the code from the picked plan and, if it is the chosen one, from the order', () => {
    const before = aChoice({ signUp: chosen })
    const { signUp } = aChoice(before, () => withoutRefusedCode(before))
    expect(appliedCode(signUp)).toBe('')
    expect(signUp.stripePromotionCode).toBeNull()
    expect(signUp.subscriptionProduct).toBe(annual)
  })

  it('keeps the chosen promotion when another code was refused', () => {
    const checkedCodes = new Map([['monthly', applies(halfYear)]])
    const signUp = chosen
    const before = aChoice({ signUp, checkedCodes }, picking('monthly'), applying('HALFYEAR'))
    const after = aChoice(before, () => withoutRefusedCode(before))
    expect(pickedPlan(after)).toBe(monthly)
    expect(appliedCode(after.signUp)).toBe('')
    expect(after.signUp.stripePromotionCode).toBe(welcome20)
  })
})

describe('withChosenPlan', () => {
  const stripeSubscription = aSubscription()
  const subscribed = { ...emptySignUpData, subscriptionProduct: annual, stripeSubscription }

  it('stores the plan with its promotion, and drops the pick', () => {
    const { signUp } = aChoice({}, picking('annual'), applying('WELCOME20'))
    expect(withChosenPlan(signUp, annual, welcome20)).toEqual({
      subscriptionProduct: annual,
      stripePromotionCode: welcome20,
      drafts: {},
    })
  })

  it('drops a subscription to the previous plan, and keeps one to the same plan', () => {
    const renamed = { ...annual, name: 'A year' }
    expect(withChosenPlan(subscribed, monthly, null)).toHaveProperty('stripeSubscription', null)
    expect(withChosenPlan(subscribed, renamed, null)).not.toHaveProperty('stripeSubscription')
  })

  it('leaves the subscription out of the changes if there is none', () => {
    const signUp = { ...subscribed, stripeSubscription: null }
    expect(withChosenPlan(signUp, monthly, null)).not.toHaveProperty('stripeSubscription')
  })
})
