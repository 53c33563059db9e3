/** Where the one call to action of every general page leads. */
export const startHref = '/sign-up/survey'

/** Only the check-up and the beliefs, for those who want no more. */
export const assessmentHref = '/assessment/survey'

/** Straight to a plan; `?plan=` names one. */
export const quickSignUpHref = '/enroll/payment'
