/**
 * The password rules have their own list beside the field, so an unmet rule shows there and not as
 * a message.
 */
export const RULES_UNMET = 'rules-unmet'

export const WHOLE_NUMBER_MESSAGE = 'Enter a whole number.'

export const NAME_MESSAGE =
  'This contains hidden characters or one of : / \\ < > @. Please type it again.'

export const PHONE_MESSAGE = 'Please include the country code, such as +1 212 555 0123.'
