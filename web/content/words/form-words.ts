/**
 * The password rules have their own list beside the field, so an unmet rule shows there and not as
 * a message.
 */
export const RULES_UNMET = 'rules-unmet'

export const WHOLE_NUMBER_MESSAGE = 'Enter a whole number.'

export const NAME_MESSAGE =
  'This contains hidden characters or one of : / \\ < > @. Please type it again.'

/** Stays on one line. */
export const PHONE_EXAMPLE = '+1 212 555 0123'.replaceAll(' ', '\u{a0}')

export const PHONE_MESSAGE = `Please include the country code, such as ${PHONE_EXAMPLE}.`
