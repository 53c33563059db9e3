// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BeliefPicture } from '#web/illustrations/belief-pictures.tsx'
import { IntroPicture } from '#web/illustrations/intro-pictures.tsx'
import { fileColours, pictureFile } from '#web/illustrations/picture-file.ts'

const sheet = (name: string) => readFileSync(`web/${name}`, 'utf8')

/** The first value of each property, which is the one for the light scheme. */
const lightOf = (css: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...css.matchAll(/^ +--([a-z][\w-]*): (.+?);/gm)]
      .map(([, name, value]): [string, string] => [name!, value!])
      .toReversed(),
  )

describe('a picture as a file', () => {
  it('has the colours of the site’s light scheme', () => {
    const tokens = lightOf(sheet('styles/tokens.css'))
    const scene = lightOf(sheet('illustrations/scene.module.css'))
    const known = { ...tokens, ...scene }
    const resolved = (value: string): string =>
      value.replaceAll(/var\(--([\w-]+)\)/g, (_use, name: string) => tokens[name]!)
    for (const [name, colour] of Object.entries(fileColours))
      expect([name, colour]).toEqual([name, resolved(known[name]!)])
  })

  it.each([
    ['avoidance', <BeliefPicture key="picture" belief="avoidance" />],
    ['worship', <BeliefPicture key="picture" belief="worship" />],
    ['status', <BeliefPicture key="picture" belief="status" />],
    ['vigilance', <BeliefPicture key="picture" belief="vigilance" />],
    ['a calm lake', <IntroPicture key="picture" id="calm-lake" />],
  ])('does not depend on a page’s styles: %s', (_name, picture) => {
    const { container, unmount } = render(picture)
    const file = pictureFile(container.querySelector('svg')!, 1080, 675)
    unmount()
    expect(file).toMatch(/^<svg[^>]* width="1080" height="675"/)
    expect(file).toContain('xmlns="http://www.w3.org/2000/svg"')
    expect(file).not.toContain('var(')
  })
})
