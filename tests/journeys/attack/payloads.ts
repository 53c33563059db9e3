import { readFileSync } from 'node:fs'

/** A payload as it is written in its file: text, or text to be repeated many times. */
type Written =
  | string
  | {
      readonly before?: string
      readonly repeat: string
      readonly times: number
      readonly after?: string
    }

const textOf = (written: Written): string =>
  typeof written === 'string'
    ? written
    : (written.before ?? '') + written.repeat.repeat(written.times) + (written.after ?? '')

/** Bundlers refuse JSON with lone surrogates, which some payloads contain. */
const read = <T>(name: string): readonly T[] =>
  JSON.parse(
    readFileSync(new URL(`payloads/${name}.json`, import.meta.url), 'utf8'),
  ) as readonly T[]

const texts = (name: string): readonly string[] => read<Written>(name).map(textOf)

/** Hostile input by what it tries. Scripts set `PWN`; redirects name `evil.example`. */
export const payloads = {
  scripts: texts('scripts'),
  redirects: texts('redirects'),
  paths: texts('paths'),
  texts: texts('texts'),
  states: texts('states'),
  headers: read<readonly [string, Written]>('headers').map(
    ([name, value]) => [name, textOf(value)] as const,
  ),
}
