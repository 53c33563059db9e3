import { expect, test } from 'vitest'
import { percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0, 1],
  [0.5, 50],
  [0.99, 99],
  [1, 100],
])('the share %d of a hundred is at most %d', (share, expected) =>
  expect(percentile(hundred, share)).toBe(expected),
)

test('of one number every share is that number, and of none there is none', () => {
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.99)).toBeNaN()
})
