import { boolean, object, string } from 'yup'
import { messages } from '#core/model/messages.ts'
import { isStrongPassword } from '#core/model/password-rules.ts'

/** The shape alone, with a dot in the domain: only the mail itself tells whether an address is one. */
const email = string()
  .trim()
  .required(messages.required)
  .email(messages.email)
  .matches(/@[^@]+\.[^@.]+$/, messages.email)

/** The rules have their own list beside the field, so breaking one is told there and not in a sentence. */
export const RULES_UNMET = 'rules-unmet'

export const PHONE_MESSAGE = 'Please write the number with its country code, such as +1 212 555 0123.'

const newPassword = string()
  .required(messages.required)
  .test(RULES_UNMET, RULES_UNMET, (password) => !password || isStrongPassword(password))

export const newPasswordSchema = object({ password: newPassword })

export const createAccountSchema = object({
  email,
  password: newPassword,
  consent: boolean().required().oneOf([true], messages.required),
})

export const signInSchema = object({ email, password: string().required(messages.required) })

export const emailSchema = object({ email })

export const codeSchema = object({ code: string().trim().required(messages.required) })
