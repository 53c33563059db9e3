import { describe, expect, it } from 'vitest'
import {
  isOwnWord,
  isStrongPassword,
  normalPassword,
  passwordRules,
} from '#core/model/password-rules.ts'

describe('passwordRules', () => {
  const unmet = (password: string) =>
    passwordRules.filter(({ met }) => !met(password)).map(({ id }) => id)

  it.each([
    ['', ['uppercase', 'lowercase', 'digit', 'length']],
    ['secret77', ['uppercase']],
    ['SECRET77', ['lowercase']],
    ['Secretss', ['digit']],
    ['Secret7', ['length']],
    ['Secret77', []],
    ['Ééééééé7', []],
    ['Ab7😀😀😀😀', ['length']],
  ])('says that the password %j does not meet the rules %j', (password, rules) =>
    expect(unmet(password)).toEqual(rules),
  )

  it('isStrongPassword accepts only a password that meets all the rules', () => {
    expect(isStrongPassword('Secret77')).toBe(true)
    expect(isStrongPassword('Secret7')).toBe(false)
  })

  it('counts a letter once however the keyboard composes it', () => {
    expect(isStrongPassword('Secre7e\u0301')).toBe(false)
    expect(normalPassword('e\u0301')).toBe('\u00e9')
  })
})

describe('isOwnWord', () => {
  it.each(['evenkeel', 'Evenkeel1', '  EVEN-KEEL 2026!'])('recognises %j', (password) =>
    expect(isOwnWord(password)).toBe(true),
  )
  it.each(['', 'evenkeels', 'Secret77'])('does not recognise %j', (password) =>
    expect(isOwnWord(password)).toBe(false),
  )
})
