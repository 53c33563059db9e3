import { yupResolver } from '@hookform/resolvers/yup'
import { boolean, object, string } from 'yup'
import { accountMessages } from '#core/model/account-messages.ts'
import { isEmail } from '#core/model/email.ts'
import { messages } from '#core/model/messages.ts'
import { isStrongPassword } from '#core/model/password-rules.ts'
import { isPhone } from '#core/model/phone.ts'
import { digitsIn } from '#core/model/whole-number.ts'
import { PHONE_MESSAGE, RULES_UNMET } from '../../content/words/form-words.ts'

const email = string()
  .trim()
  .required(messages.required)
  .test('email', accountMessages.email, isEmail)

const password = string().required(messages.required)

const newPassword = password.test(
  RULES_UNMET,
  RULES_UNMET,
  (typed) => !typed || isStrongPassword(typed),
)

const isAgreed = boolean().required().oneOf([true], messages.required)

export const createAccountResolver = yupResolver(
  object({ email, password: newPassword, consent: isAgreed }),
)

export const signInResolver = yupResolver(object({ email, password }))

export const emailResolver = yupResolver(object({ email }))

export const passwordResolver = yupResolver(object({ password }))

export const newPasswordResolver = yupResolver(object({ password: newPassword }))

/** How long the codes of the identity provider's text messages are. */
const CODE_LENGTH = 6

/** Only the digits count, however the message or the keyboard groups and writes them. */
const code = string()
  .trim()
  .transform((typed: string) => digitsIn(typed) || typed)
  .required(messages.required)
  .min(CODE_LENGTH, messages.minLength(CODE_LENGTH, 'The code'))

export const codeResolver = yupResolver(object({ code }))

export const phoneResolver = yupResolver(
  object({
    phone: string().trim().required(messages.required).test('phone', PHONE_MESSAGE, isPhone),
  }),
)

export const deleteAccountResolver = yupResolver(object({ isSure: isAgreed }))
