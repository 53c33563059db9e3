/**
 * The product's colors that mails use, copied from web/styles/tokens.css because mail clients do
 * not support custom properties.
 */
export const light = {
  ink: '#0f2a33',
  'ink-soft': '#4a626a',
  foam: '#f5f8f7',
  surface: '#ffffff',
  line: '#dbe4e3',
  tide: '#0a6663',
  'on-tide': '#ffffff',
  sand: '#f2e6cc',
} as const

export const dark: Readonly<Record<keyof typeof light, string>> = {
  ink: '#e8f0ee',
  'ink-soft': '#9db3b8',
  foam: '#0b1e25',
  surface: '#122a32',
  line: '#1f3b44',
  tide: '#5cc9be',
  'on-tide': '#062022',
  sand: '#1b3138',
}

/** No web fonts: requesting one would reveal that the mail was opened. */
export const fonts = {
  display: "'Instrument Serif', 'Iowan Old Style', 'Palatino Linotype', Georgia, serif",
  text: "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
} as const

type Part = keyof typeof light

/**
 * The colors that each class gets in dark mail clients, by CSS property. The light ones are inline.
 * A key may also be a selector that begins with a class.
 */
const coloured: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  // The template puts a table into the body and copies the inline style to it.
  'page,.page>table>tbody>tr>td': { 'background-color': 'foam' },
  card: { 'background-color': 'surface', 'border-color': 'line' },
  ink: { color: 'ink' },
  soft: { color: 'ink-soft' },
  link: { color: 'tide' },
  button: { 'background-color': 'tide', color: 'on-tide' },
  panel: { 'background-color': 'sand' },
}

const darkRules = Object.entries(coloured)
  .map(
    ([name, properties]) =>
      `.${name}{${Object.entries(properties)
        .map(([property, part]) => `${property}:${dark[part]}!important`)
        .join(';')}}`,
  )
  .join('')

/**
 * The mail's style sheet. Without it, text and boxes keep their light colors and the width of a
 * phone.
 */
export const styleSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media(prefers-color-scheme:dark){${darkRules}}`,
  '.ink,.soft{text-wrap:pretty}.title{text-wrap:balance}',
  '@media(min-width:480px){.inside{padding:32px 40px 20px!important}.title{font-size:36px!important}}',
].join('')
