import { expect, it } from 'vitest'
import { changesEmail } from '#core/model/mail-link.ts'

it.each([
  ['change-email', true],
  ['recover-email', true],
  ['remove-second-factor', false],
  ['reset-password', false],
  ['verify-email', false],
] as const)('tells whether a link for %s gives the account another address: %s', (kind, isOther) => {
  expect(changesEmail(kind)).toBe(isOther)
})
