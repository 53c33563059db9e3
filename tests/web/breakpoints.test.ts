import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#sandbox/site-build.ts'
import { ranges } from '#web/styles/breakpoints.ts'

const rem = (pixels: number) => pixels / 16
const starts = Object.values(ranges).flatMap((range) => ('from' in range ? [rem(range.from)] : []))
const widths = globSync('web/**/*.css', { cwd: projectRoot }).flatMap((file) =>
  [
    ...readFileSync(`${projectRoot}/${file}`, 'utf8').matchAll(
      /\((min|max)-width:\s*([\d.]+)([a-z]+)\)/g,
    ),
  ].map(([, side, value, unit]) => ({ file, side, value: Number(value), unit })),
)

describe('style sheets', () => {
  it('have width queries', () => {
    expect(widths.length).toBeGreaterThan(10)
  })

  it.each(widths)(
    'use width queries only at the edge of a named range: $file at $value$unit',
    ({ side, value, unit }) => {
      expect(unit).toBe('rem')
      expect(starts).toContain(side === 'min' ? value : Math.ceil(value))
    },
  )
})
