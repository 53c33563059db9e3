import { describe, expect, it } from 'vitest'
import { offerOf } from '#core/model/plan.ts'
import { annual, monthly, welcome20 } from '#tests/support/a-visitor.ts'
import { shownOrder } from '#web/content/words/consent-words.ts'
import { termsOfUse } from '#web/content/terms-of-use.ts'

const now = new Date(2026, 10, 26, 12)

describe('the consent text of an order', () => {
  it('names the plan, the first charge, how to avoid that charge, and the later charges', () => {
    expect(shownOrder(annual, welcome20, now)).toEqual({
      product: annual,
      promotion: welcome20,
      consent: {
        text: 'By starting Evenkeel Annual, you agree to the terms of use and to pay $71.99 on 10 December 2026. Cancel before 10 December 2026 and pay nothing. Renews at $89.99 a year until you cancel.',
        version: termsOfUse.updated,
      },
    })
  })

  it('says that a plan without free days is paid today', () => {
    expect(shownOrder(offerOf(monthly, true), null, now).consent.text).toBe(
      'By starting Evenkeel Monthly, you agree to the terms of use and to pay $12.99 today. Renews at $12.99 a month until you cancel.',
    )
  })
})
