/** Refusals of the identity provider that the specification has no sentence for. */
export const authWords = {
  tooManyRequests: 'Too many tries. Please wait a few minutes and try again.',
  weakPassword: 'This password is too easy to guess. Please choose another.',
  userDisabled: 'This account has been closed. Please write to us if that’s a surprise.',
  checkFailed: 'We couldn’t confirm that you’re a person. Please try again.',
  signInExpired: 'That took a while. To keep your account safe, please sign in again.',
  codeExpired: 'This code has expired. Ask for a new one and enter that.',
} as const
