import { expect, it } from 'vitest'
import { keepsEntries } from '#core/model/kept-entries.ts'

it.each([
  ['/sign-up/survey?step=3', true],
  ['/assessment/money-belief', true],
  ['/sign-up/personal-details', true],
  ['/sign-up/payment', false],
  ['/enroll/payment/?plan=annual', false],
  ['/enroll/verify-email', false],
  ['/account', false],
  ['/account?card=another', false],
  ['/', false],
])(
  'keepsEntries says whether what was typed at %s survives signing in again: %s',
  (path, isKept) => {
    expect(keepsEntries(path)).toBe(isKept)
  },
)
