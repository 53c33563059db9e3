import { expect, it } from 'vitest'
import { accountMessages } from '#core/model/account-messages.ts'
import { internalErrors } from '#core/model/internal-errors.ts'
import { messages } from '#core/model/messages.ts'

it('the messages are worded exactly as specified', () => {
  expect(messages.required).toBe('This field is required.')
  expect(messages.min(18)).toBe('The value can not be smaller than 18.')
  expect(messages.max(36)).toBe('The value can not be greater than 36.')
  expect(messages.minLength(8)).toBe('The input can not be shorter than 8 characters.')
  expect(messages.maxLength(50, 'First name')).toBe(
    'First name can not be longer than 50 characters.',
  )
  expect(accountMessages.email).toBe('That doesn’t look right. Please provide a valid email.')
  expect(messages.somethingWentWrong).toBe('Oops... something went wrong.')
  expect(accountMessages.emailInUse).toBe('Seems like this email is already in use.')
  expect(accountMessages.emailInUseHint).toBe('Try using another email.')
  expect(accountMessages.confirmationCode).toBe(
    "Uh oh, confirmation code doesn't match. Try entering it again or requesting a new one.",
  )
  expect(accountMessages.userNotFound).toBe(
    "Sorry, we can't find an account with this email address. Please try again or create a new account.",
  )
  expect(accountMessages.wrongPassword).toBe(
    'Wrong password. Please try again or reset your password.',
  )
  expect(accountMessages.passwordRules).toBe('Password must have:')
  expect(accountMessages.reauthenticate).toMatchObject({
    title: 'Please enter your password to continue',
    submit: 'Continue',
    wrongPassword: 'Uh oh, wrong password.',
    next: 'Next',
    resendCode: 'Resend code',
    enterPassword: 'Enter your password.',
  })
  expect(accountMessages.reauthenticate.step(1)).toBe('Step 1 of 2')
  expect(Object.values(internalErrors)).toEqual([
    'User not found',
    'Recaptcha verifier not provided',
    'Resolver is missing. Set it up first.',
    'Expected PaymentMethod id',
  ])
})
