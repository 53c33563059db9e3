import { expect, test } from 'vitest'
import { excerptOfLog } from '#sandbox/log-excerpt.ts'

const trace = Array.from({ length: 40 }, (_, index) => `    at step ${index}`)

test('quotes a log from its first error line, without colours', () => {
  const excerpt = excerptOfLog(
    ['ready', '\u001b[31mTypeError: no wind\u001b[0m', '', ...trace].join('\n'),
  ).split('\n')
  expect(excerpt).toHaveLength(20)
  expect(excerpt.slice(0, 2)).toEqual(['  TypeError: no wind', '      at step 0'])
})

test('quotes the end of a log without an error', () => {
  expect(excerptOfLog(trace.join('\n')).split('\n').at(-1)).toBe('      at step 39')
})

test('says when a log is empty', () => {
  expect(excerptOfLog('')).toBe('  (nothing was written)')
})
