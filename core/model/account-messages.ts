/** The specification's own messages about emails, passwords and codes, to the letter. */
export const accountMessages = {
  email: 'That doesn’t look right. Please provide a valid email.',
  emailInUse: 'Seems like this email is already in use.',
  emailInUseHint: 'Try using another email.',
  confirmationCode:
    "Uh oh, confirmation code doesn't match. Try entering it again or requesting a new one.",
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
