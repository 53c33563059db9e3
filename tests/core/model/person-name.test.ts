import { describe, expect, it } from 'vitest'
import { isPersonName } from '#core/model/person-name.ts'

describe('isPersonName', () => {
  it.each(['Ada', "O'Neil 3rd", 'Jos\u0065\u0301', '\u0645\u06cc\u200c\u0631'])(
    'accepts %j',
    (name) => expect(isPersonName(name)).toBe(true),
  )

  it.each(['', '\0Ada', 'Ada\n', 'A\u200bda', '\u200cAda', 'Ada\u200d', 'A\u200c\u200dda'])(
    'refuses %j',
    (name) => {
      expect(isPersonName(name)).toBe(false)
    },
  )
})
