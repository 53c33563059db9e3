/** Refusals of the identity provider that the specification has no sentence for. */
export const authWords = {
  tooManyRequests: 'That was a lot of tries. Please wait a few minutes and try again.',
  weakPassword: 'This password is too easy to guess. Please choose another.',
  userDisabled: 'This account has been closed. Please write to us if that is a surprise.',
} as const
