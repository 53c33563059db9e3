import { expect, test } from 'vitest'
import { excerptOfLog } from '#sandbox/log-excerpt.ts'

const trace = Array.from({ length: 40 }, (_, index) => `    at step ${index}`)

test('the excerpt of a log starts at its first error line, and has no colours', () => {
  const excerpt = excerptOfLog(
    ['ready', '\u001b[31mTypeError: no wind\u001b[0m', '', ...trace].join('\n'),
  ).split('\n')
  expect(excerpt).toHaveLength(20)
  expect(excerpt.slice(0, 2)).toEqual(['  TypeError: no wind', '      at step 0'])
})

test('the excerpt of a log without an error ends with its last line', () => {
  expect(excerptOfLog(trace.join('\n')).split('\n').at(-1)).toBe('      at step 39')
})

test('the excerpt of an empty log says that nothing was written', () => {
  expect(excerptOfLog('')).toBe('  (nothing was written)')
})
