import { tooManyAttempts } from '#core/model/wait-words.ts'
import { organisation } from '../organisation.ts'

/** Refusals of the identity provider that the specification has no sentence for. */
export const authWords = {
  tooManyRequests: tooManyAttempts(),
  weakPassword: 'This password is too easy to guess. Please choose another.',
  userDisabled: `This account has been closed. If you don’t know why, write to ${organisation.mail.hello}.`,
  checkFailed: 'We couldn’t confirm that you’re a person. Please try again.',
  signInExpired: 'That took a while. To keep your account safe, please sign in again.',
  codeExpired: 'This code has expired. Choose “Resend code” to get a new one.',
} as const
