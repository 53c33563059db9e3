import type { Appearance, FontSource } from './protocol.ts'

const LIGHT: Record<string, string> = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#6d6e78',
  colorTextPlaceholder: '#757680',
  colorDanger: '#df1b41',
  colorBorder: '#e6e6e6',
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", sans-serif',
  fontSizeBase: '16px',
  fontWeightNormal: '400',
  fontWeightMedium: '500',
  fontLineHeight: '1.4',
  spacingUnit: '4px',
  borderRadius: '5px',
}

const NIGHT: Record<string, string> = {
  ...LIGHT,
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#a3a4ac',
  colorTextPlaceholder: '#a3a4ac',
  colorDanger: '#fe87a1',
  colorBorder: '#424353',
}

const isSafe = (value: string): boolean => !/[{}<;]/.test(value)

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const ruleText = (selector: string, properties: Record<string, string>): string => {
  if (!/^\.[A-Za-z][\w-]*([.:]{1,2}[\w-]+)*$/.test(selector)) return ''
  const body = Object.entries(properties).filter(
    ([, value]) => typeof value === 'string' && isSafe(value),
  )
  return `${selector}{${body.map(([name, value]) => `${kebab(name)}:${value}`).join(';')}}`
}

/**
 * Applies the appearance to the frame: variables become custom properties (`colorText` is
 * `--colorText`), and rules become a style sheet.
 */
export const applyAppearance = (appearance: Appearance, sheet: HTMLStyleElement): void => {
  const given = appearance.variables ?? {}
  const variables = { ...(appearance.theme === 'night' ? NIGHT : LIGHT), ...given }
  if (given['colorText'] !== undefined) {
    variables['colorTextSecondary'] = given['colorTextSecondary'] ?? given['colorText']
    variables['colorTextPlaceholder'] =
      given['colorTextPlaceholder'] ?? `color-mix(in srgb, ${given['colorText']} 70%, transparent)`
    variables['colorBorder'] =
      given['colorBorder'] ?? `color-mix(in srgb, ${given['colorText']} 45%, transparent)`
  }
  for (const [name, value] of Object.entries(variables)) {
    if (/^\w+$/.test(name) && isSafe(value))
      document.documentElement.style.setProperty(`--${name}`, value)
  }
  sheet.textContent = Object.entries(appearance.rules ?? {})
    .map(([selector, properties]) => ruleText(selector, properties))
    .join('\n')
}

/** Loads the page's fonts into the frame; if one fails, the next family in the list is used. */
export const loadFonts = (fonts: FontSource[]): void => {
  for (const { cssSrc, family, src, weight, style } of fonts) {
    if (cssSrc !== undefined) {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = cssSrc
      document.head.append(link)
    } else if (family !== undefined && src !== undefined) {
      const face = new FontFace(family, src, {
        weight: weight ?? 'normal',
        style: style ?? 'normal',
      })
      face.load().then(
        (loaded) => document.fonts.add(loaded),
        () => undefined,
      )
    }
  }
}
