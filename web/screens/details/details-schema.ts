import { number, object, string } from 'yup'
import { messages } from '#core/model/messages.ts'
import { NAME_MAXIMUM } from '#core/use-cases/save-personal-details.ts'

const name = (input: string) =>
  string().trim().required(messages.required).max(NAME_MAXIMUM, messages.maxLength(NAME_MAXIMUM, input))

/** How people write a number; how it is stored is E.164. */
const phoneShape = /^\+?[\d\s().-]+$/

/** "+44 (0)20 7946 0958" gives "+442079460958". */
export const toE164 = (phone: string): string => `+${phone.replace('(0)', '').replace(/\D/g, '')}`

export const PHONE_MESSAGE = 'Please write the number with its country code, such as +1 212 555 0123.'

const isPhone = (phone: string): boolean =>
  phone === '' || (phoneShape.test(phone) && phone.startsWith('+') && /^\+[1-9]\d{6,14}$/.test(toE164(phone)))

export const detailsSchema = ({ min, max }: { min: number; max: number }) =>
  object({
    firstName: name('The first name'),
    lastName: name('The last name'),
    birthYear: number()
      .transform((value: number, typed: unknown) => (typed === '' ? undefined : value))
      .required(messages.required)
      .typeError(messages.min(min))
      .integer(messages.min(min))
      .min(min, messages.min(min))
      .max(max, messages.max(max)),
    phone: string().trim().default('').test('phone', PHONE_MESSAGE, (phone) => isPhone(phone)),
  })
