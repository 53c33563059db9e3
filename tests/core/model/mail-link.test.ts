import { expect, it } from 'vitest'
import { changesEmail } from '#core/model/mail-link.ts'

it.each([
  ['change-email', true],
  ['recover-email', true],
  ['remove-second-factor', false],
  ['reset-password', false],
  ['verify-email', false],
] as const)(
  'changesEmail says whether %s changes the address of the account: %s',
  (kind, isOther) => {
    expect(changesEmail(kind)).toBe(isOther)
  },
)
