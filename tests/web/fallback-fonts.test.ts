import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { entireMetricsCollection } from '@capsizecss/metrics/entireMetricsCollection'
import { fromFile } from '@capsizecss/unpack/fs'
import { parse } from 'postcss'
import { beforeAll, describe, expect, it } from 'vitest'

type Metrics = {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly xWidthAvg: number
}
type Face = {
  readonly family: string
  readonly fonts: readonly string[]
  readonly descriptors: Readonly<Record<string, number>>
}

const {
  arial,
  figtree,
  georgia,
  helvetica,
  instrumentSerif,
  notoSans,
  notoSerif,
  roboto,
  timesNewRoman,
} = entireMetricsCollection

const dejaVu = (file: string) =>
  fromFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))

/**
 * Every system font that may be a fallback, by its full name. Liberation has the widths of Arial
 * and Times by design.
 */
const systemFonts = async (): Promise<Readonly<Record<string, Metrics>>> => ({
  'Liberation Sans': arial,
  Arial: arial,
  Helvetica: helvetica,
  Roboto: roboto,
  'Noto Sans': notoSans,
  'DejaVu Sans': await dejaVu('DejaVuSans'),
  'Liberation Serif': timesNewRoman,
  'Times New Roman': timesNewRoman,
  Georgia: georgia,
  'Noto Serif': notoSerif,
  'DejaVu Serif': await dejaVu('DejaVuSerif'),
})

const webFonts: Readonly<Record<string, Metrics>> = {
  '--text': figtree,
  '--display': instrumentSerif,
}

const stylesOf = (file: string) =>
  parse(readFileSync(new URL(`../../web/styles/${file}`, import.meta.url), 'utf8'))

const fallbackFaces = (): readonly Face[] => {
  const faces: Face[] = []
  stylesOf('fonts.css').walkAtRules('font-face', (rule) => {
    const values: Record<string, string> = {}
    rule.walkDecls(({ prop, value }) => void (values[prop] = value))
    if (values['size-adjust'] === undefined) return
    const descriptors = Object.entries(values).filter(([, value]) => value.endsWith('%'))
    faces.push({
      family: values['font-family']?.slice(1, -1) ?? '',
      fonts: [...(values['src'] ?? '').matchAll(/local\('([^']+)'\)/g)].map(
        ([, name = '']) => name,
      ),
      descriptors: Object.fromEntries(
        descriptors.map(([name, value]) => [name, Number.parseFloat(value) / 100]),
      ),
    })
  })
  return faces
}

const stackOf = (token: string): string => {
  const values: string[] = []
  stylesOf('tokens.css').walkDecls(token, ({ value }) => void values.push(value))
  return values[0] ?? ''
}

const averageWidth = ({ xWidthAvg, unitsPerEm }: Metrics) => xWidthAvg / unitsPerEm

describe.each(Object.entries(webFonts))('the fallback fonts of %s', (token, webFont) => {
  const faces = fallbackFaces().filter(({ family }) => stackOf(token).includes(`'${family}'`))
  let known: Readonly<Record<string, Metrics>> = {}

  beforeAll(async () => {
    known = await systemFonts()
  })

  it('have four faces, each named in the font stack', () => {
    expect(faces).toHaveLength(4)
    expect(fallbackFaces()).toHaveLength(8)
  })

  it.each(faces.map((face) => [face.family, face] as const))(
    'include %s, with the line box of the web font',
    (_name, { descriptors }) => {
      const {
        'size-adjust': size = 0,
        'ascent-override': ascent = 0,
        'descent-override': descent = 0,
      } = descriptors
      expect(size * ascent).toBeCloseTo(webFont.ascent / webFont.unitsPerEm, 3)
      expect(size * descent).toBeCloseTo(-webFont.descent / webFont.unitsPerEm, 3)
      expect(descriptors['line-gap-override']).toBe(0)
    },
  )

  it.each(faces.map((face) => [face.family, face] as const))(
    'include %s, which sets text nearly as wide as the web font',
    (_name, { fonts, descriptors }) => {
      const named = fonts.flatMap((font) => known[font] ?? [])
      expect(named.length).toBeGreaterThan(0)
      for (const font of named) {
        const ratio =
          ((descriptors['size-adjust'] ?? 0) * averageWidth(font)) / averageWidth(webFont)
        expect(ratio).toBeGreaterThan(0.99)
        expect(ratio).toBeLessThan(token === '--display' ? 1.025 : 1.01)
      }
    },
  )
})

it('no style uses ch or any other unit that differs from font to font', () => {
  const measured = globSync('web/**/*.{css,tsx}').filter((file) =>
    /\d(?:ch|ex|ic|cap)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(measured).toEqual([])
})
