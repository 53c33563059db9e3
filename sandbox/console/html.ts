/**
 * Markup that is safe to send. The `html` tag creates it and escapes every text that is
 * interpolated.
 */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | undefined | null | false | Part[]

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const render = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map((each) => render(each)).join('')
  if (part === undefined || part === null || part === false) return ''
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, index) => text + render(parts[index])).join(''))
