/**
 * Stripe's test cards: their numbers, their API tokens, and how each behaves. Source:
 * docs.stripe.com/testing.
 */

export interface Decline {
  code: string
  declineCode?: string
  /** Refused by Radar before the bank was asked. */
  isBlocked?: true
  message: string
}

/**
 * `setup`: refuses being saved (attached or set up); `charge`: refuses being charged, after 3-D
 * Secure if the card asks for that; `authentication`: what asks for 3-D Secure. A card without any
 * of these always works.
 */
export interface CardBehaviour {
  number: string
  brand: string
  funding?: 'debit'
  setup?: Decline
  charge?: Decline
  /** The cardholder disputes each charge, unless 3-D Secure was passed. */
  disputes?: true
  /** A wrong security code is refused; a wrong postal code is not, by Stripe's own settings. */
  cvcCheck?: 'fail'
  postalCodeCheck?: 'fail'
  /**
   * `always`: every payment and set-up; `unless-set-up`: the same, except payments off session with
   * a card that was set up; `on-session`: only payments with the customer present.
   */
  authentication?: 'always' | 'on-session' | 'unless-set-up'
}

const declined = (declineCode: string): Decline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
})

const INSUFFICIENT_FUNDS: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const EXPIRED: Decline = {
  code: 'expired_card',
  declineCode: 'expired_card',
  message: 'Your card has expired.',
}
export const INCORRECT_CVC: Decline = {
  code: 'incorrect_cvc',
  declineCode: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
}
const PROCESSING: Decline = {
  code: 'processing_error',
  declineCode: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const BLOCKED: Decline = { ...declined('fraudulent'), isBlocked: true }

const refusing = (number: string, decline: Decline, brand = 'visa'): CardBehaviour => ({
  number,
  brand,
  setup: decline,
  charge: decline,
})

const CARDS: CardBehaviour[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '4000056655665556', brand: 'visa', funding: 'debit' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '2223003122003222', brand: 'mastercard' },
  { number: '5200828282828210', brand: 'mastercard', funding: 'debit' },
  { number: '378282246310005', brand: 'amex' },
  { number: '6011111111111117', brand: 'discover' },
  { number: '3056930009020004', brand: 'diners' },
  { number: '3566002020360505', brand: 'jcb' },
  { number: '6200000000000005', brand: 'unionpay' },
  refusing('4000000000000002', declined('generic_decline')),
  refusing('4000000000009995', INSUFFICIENT_FUNDS),
  refusing('4000000000009987', declined('lost_card')),
  refusing('4000000000009979', declined('stolen_card')),
  refusing('4000000000000069', EXPIRED),
  refusing('4000000000000127', INCORRECT_CVC),
  refusing('4000000000000119', PROCESSING),
  { number: '4000000000000341', brand: 'visa', charge: declined('generic_decline') },
  refusing('4000000000006975', {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  }),
  { number: '4100000000000019', brand: 'visa', charge: BLOCKED },
  { number: '4000000000004954', brand: 'visa', charge: BLOCKED },
  { number: '4000000000000259', brand: 'visa', disputes: true },
  { number: '4000000000003220', brand: 'visa', authentication: 'always' },
  { number: '4000000000003063', brand: 'visa', authentication: 'always' },
  { number: '4000000000000101', brand: 'visa', cvcCheck: 'fail' },
  { number: '4000000000000036', brand: 'visa', postalCodeCheck: 'fail' },
  { number: '4000002500003155', brand: 'visa', authentication: 'unless-set-up' },
  { number: '4000003800000446', brand: 'visa', authentication: 'on-session' },
  { number: '4000002760003184', brand: 'visa', authentication: 'always' },
  {
    number: '4000008260003178',
    brand: 'visa',
    authentication: 'unless-set-up',
    charge: INSUFFICIENT_FUNDS,
  },
]

const TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_diners: '3056930009020004',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  pm_card_radarBlock: '4100000000000019',
  pm_card_riskLevelHighest: '4000000000004954',
  pm_card_createDispute: '4000000000000259',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_threeDSecureRequired: '4000000000003063',
  pm_card_cvcCheckFail: '4000000000000101',
  pm_card_avsZipFail: '4000000000000036',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredSetupForOffSession: '4000003800000446',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
}

/**
 * More cards that always work, in addition to Stripe's own, since each card gets one free trial.
 */
const PERSONAL = /^42424242\d{8}$/

/** The card's behaviour; undefined for a number that is not a test card. */
export const cardByNumber = (number: string): CardBehaviour | undefined =>
  CARDS.find((card) => card.number === number) ??
  (PERSONAL.test(number) ? { number, brand: 'visa' } : undefined)

/** The number of the nth personal card, from 0 to 9,999,999. */
export const personalCard = (n: number): string => {
  const start = `42424242${String(n).padStart(7, '0')}`
  return [...'0123456789'].map((digit) => start + digit).find(passesLuhn) ?? ''
}

/**
 * The number behind an API token such as `pm_card_visa`, or `pm_card_personal_7` for a personal
 * card.
 */
export const numberOfToken = (token: string): string | undefined => {
  if (Object.hasOwn(TOKENS, token)) return TOKENS[token]
  const personal = /^pm_card_personal_(\d{1,7})$/.exec(token)?.[1]
  return personal === undefined ? undefined : personalCard(Number(personal))
}

/** The token of a card in the test wallet. */
export const walletToken = (number: string): string => `tok_wallet_${number}`

/** The number behind such a token. */
export const numberOfWalletToken = (token: string): string | undefined =>
  /^tok_wallet_(\d{12,19})$/.exec(token)?.[1]

export const passesLuhn = (number: string): boolean => {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
