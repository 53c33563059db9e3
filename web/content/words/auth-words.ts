/** Refusals of the identity provider that the specification has no sentence for. */
export const authWords = {
  tooManyRequests: 'That was a lot of tries. Please wait a few minutes and try again.',
  weakPassword: 'This password is too easy to guess. Please choose another.',
  userDisabled: 'This account has been closed. Please write to us if that is a surprise.',
  checkFailed: 'We could not tell that you are a person this time. Please try again.',
  signInExpired: 'That took a while. For safety, please sign in once more.',
  codeExpired: 'This code is no longer good. Have a new one sent, and enter that.',
} as const
