import { yupResolver } from '@hookform/resolvers/yup'
import { number, object, string } from 'yup'
import { messages } from '#core/model/messages.ts'
import { isPersonName } from '#core/model/person-name.ts'
import { isPhone } from '#core/model/phone.ts'
import { readWholeNumber } from '#core/model/whole-number.ts'
import { NAME_MAXIMUM } from '#core/use-cases/save-personal-details.ts'
import {
  NAME_MESSAGE,
  PHONE_MESSAGE,
  WHOLE_NUMBER_MESSAGE,
} from '../../content/words/form-words.ts'

const name = (input: string) =>
  string()
    .trim()
    .required(messages.required)
    .max(NAME_MAXIMUM, messages.maxLength(NAME_MAXIMUM, input))
    .test('name', NAME_MESSAGE, (typed) => !typed || isPersonName(typed))

export const detailsResolver = ({ min, max }: { min: number; max: number }) =>
  yupResolver(
    object({
      firstName: name('The first name'),
      lastName: name('The last name'),
      birthYear: number()
        .transform(
          (_value: number, typed: unknown) => readWholeNumber(String(typed ?? '')) ?? undefined,
        )
        .required(messages.required)
        .typeError(WHOLE_NUMBER_MESSAGE)
        .min(min, messages.min(min))
        .max(max, messages.max(max)),
      phone: string()
        .trim()
        .default('')
        .test('phone', PHONE_MESSAGE, (phone) => phone === '' || isPhone(phone)),
    }),
  )
