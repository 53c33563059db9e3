import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const options = { rounds: { usual: 5 }, index: { usual: 0, least: 0 } }

test('omitted options take their defaults', () => {
  expect(readOptions(options, [])).toEqual({ rounds: 5, index: 0 })
  expect(readOptions(options, ['--index=1700'])).toEqual({ rounds: 5, index: 1700 })
})

test.each([
  '--rounds=abc',
  '--rounds=',
  '--rounds=0',
  '--rounds=-1',
  '--rounds=2.5',
  '--index=-1',
  '--round=3',
])('the option %s is refused', (argument) => {
  expect(() => readOptions(options, [argument])).toThrow(/round|index/)
})
