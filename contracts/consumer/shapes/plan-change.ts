import { MatchersV3 } from '@pact-foundation/pact'
import { both, moment, money, notNegative, nothingYet } from './matchers.ts'
import { percentPromotion } from './offers.ts'
import { shownTerms } from './subscription.ts'

const { arrayContaining, fromProviderState, regex } = MatchersV3

const preview = (productId: string) => ({
  id: regex('^[\\s\\S]{1,255}$', 'preview_1'),
  productId,
  nextCharge: { date: moment('2027-11-16T09:30:00.000Z'), amount: money(8999) },
  endingPromotion: nothingYet,
})

const nothing = { amount: 0, currency: regex('^[a-z]{3}$', 'usd') }

const nothingDue = { dueToday: nothing, lines: [] }

const line = (kind: string, amount: unknown) => ({
  kind,
  amount: { amount, currency: regex('^[a-z]{3}$', 'usd') },
  period: {
    start: moment('2026-11-16T09:30:00.000Z'),
    end: moment('2027-11-16T09:30:00.000Z'),
  },
})

/** The preview of a change that is charged today. */
export const chargedPreview = {
  ...preview('annual'),
  effective: 'now',
  dueToday: money(8263),
  lines: arrayContaining(
    line('plan', notNegative(8999)),
    line('unused', both(-736, { match: 'integer' }, { match: 'regex', regex: '^-\\d+$' })),
  ),
}

export const laterPreview = { ...preview('monthly'), effective: 'period_end', ...nothingDue }

/**
 * The preview of a change in the trial, with a promotion that does not apply to the annual plan.
 */
export const trialPreview = {
  ...preview('annual'),
  effective: 'now',
  ...nothingDue,
  endingPromotion: percentPromotion('HALFYEAR', 'repeating'),
}

/** The preview of the current plan while a change is pending: it cancels the change. */
export const takenBackPreview = { ...preview('annual'), effective: 'now', ...nothingDue }

/** The order for a previewed change, as the site sends it. */
export const previewedChange = (productId: string) => ({
  productId,
  previewId: fromProviderState('${previewId}', 'preview_1'),
  consent: shownTerms,
})
