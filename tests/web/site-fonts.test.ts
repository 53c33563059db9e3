import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cutFonts, fontFolder, letters } from '#tests/site-fonts.ts'

it('the fonts in the repository are those that `npm run site:fonts` writes', async () => {
  const stored = (name: string) => readFileSync(path.join(fontFolder, name))
  const changed = [...(await cutFonts())].filter(([name, font]) => !stored(name).equals(font))
  expect(changed.map(([name]) => name)).toEqual([])
})

it('the fonts have every character that the site’s texts use', () => {
  const sources = globSync(['web/**/*.{ts,tsx}', 'core/**/*.ts', 'admin-api/content/**/*.ts'])
  expect(sources.length).toBeGreaterThan(300)
  const said = new Set(sources.flatMap((file) => [...readFileSync(file, 'utf8')]))
  said.delete('\n')
  expect([...said].filter((letter) => !letters.includes(letter))).toEqual([])
})

it('the fonts have every weight that a style uses', () => {
  const styles = globSync('web/**/*.css').map((file) => readFileSync(file, 'utf8'))
  const weights = styles.flatMap((text) => [
    ...text.matchAll(/(?:font-weight|font):\s*(\d{3})\b(?! \d)/g),
  ])
  const asked = new Set(weights.map(([, weight]) => Number(weight)))
  expect(asked.size).toBeGreaterThan(2)
  for (const weight of asked) {
    expect(weight).toBeGreaterThanOrEqual(400)
    expect(weight).toBeLessThanOrEqual(700)
  }
})
