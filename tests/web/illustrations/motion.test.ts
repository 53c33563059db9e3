import { readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, it } from 'vitest'

it('the sea in the pictures stops moving within five seconds', () => {
  const seconds: number[] = []
  parse(readFileSync('web/illustrations/scene.module.css', 'utf8')).walkDecls(
    'animation',
    ({ value }) => {
      if (value === 'none') return
      const [, duration, runs] = /^\w+ ([\d.]+)s \S+ [\d.]+s (\d+|infinite)/.exec(value) ?? []
      seconds.push(Number(duration) * (runs === 'infinite' ? Infinity : Number(runs)))
    },
  )
  expect(seconds).toHaveLength(3)
  for (const each of seconds) expect(each).toBeLessThanOrEqual(5)
})
