import { expect, test } from 'vitest'
import { percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0, 1],
  [0.5, 50],
  [0.99, 99],
  [1, 100],
])('the percentile %d of the numbers from 1 to 100 is %d', (share, expected) =>
  expect(percentile(hundred, share)).toBe(expected),
)

test('every percentile of a single number is that number, and a percentile of no numbers is NaN', () => {
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.99)).toBeNaN()
})
