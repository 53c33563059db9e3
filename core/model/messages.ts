/** Every sentence the specification words itself, to the letter. */
export const messages = {
  required: 'This field is required.',
  min: (n: number) => `The value can not be smaller than ${n}.`,
  max: (n: number) => `The value can not be greater than ${n}.`,
  minLength: (n: number, input = 'The input') => `${input} can not be shorter than ${n} characters.`,
  maxLength: (n: number, input = 'The input') => `${input} can not be longer than ${n} characters.`,
  email: 'That doesn’t look right. Please provide a valid email.',
  somethingWentWrong: 'Oops... something went wrong.',
  emailInUse: 'Seems like this email is already in use.',
  emailInUseHint: 'Try using another email.',
  confirmationCode: "Uh oh, confirmation code doesn't match. Try entering it again or requesting a new one.",
  userNotFound:
    "Sorry, we can't find an account with this email address. Please try again or create a new account.",
  wrongPassword: 'Wrong password. Please try again or reset your password.',
  passwordRules: 'Password must have:',
  reauthenticate: {
    title: 'Please enter your password to continue',
    submit: 'Continue',
    wrongPassword: 'Uh oh, wrong password.',
    step: (n: number) => `Step ${n} of 2`,
    next: 'Next',
    resendCode: 'Resend code',
    enterPassword: 'Enter your password.',
  },
} as const

/** Thrown for programming mistakes, never shown. */
export const internalErrors = {
  userNotFound: 'User not found',
  verifierMissing: 'Recaptcha verifier not provided',
  resolverMissing: 'Resolver is missing. Set it up first.',
  paymentMethodMissing: 'Expected PaymentMethod id',
} as const
