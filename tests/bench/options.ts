import { parseArgs } from 'node:util'
import { number, object } from 'yup'

type Option = { readonly usual: number; /** 1 if not given. */ readonly least?: number }

const wholeNumber = (name: string, { usual, least = 1 }: Option) => {
  const refusal = `--${name} is a whole number, ${least} or more.`
  return number().typeError(refusal).integer(refusal).min(least, refusal).default(usual)
}

/**
 * Reads the numeric options of a benchmark: the defaults, unless the command line sets them, as in
 * `--rounds=3`. Throws on an unknown option or a value that is not a whole number, and names it.
 */
export const readOptions = <Name extends string>(
  options: Readonly<Record<Name, Option>>,
  args = process.argv.slice(2),
): Readonly<Record<Name, number>> => {
  const entries = Object.entries<Option>(options)
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(entries.map(([name]) => [name, { type: 'string' }])),
  })
  const numbers = object(
    Object.fromEntries(entries.map(([name, option]) => [name, wholeNumber(name, option)])),
  )
  return numbers.validateSync(values) as Record<Name, number>
}
