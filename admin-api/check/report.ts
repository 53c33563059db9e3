import { reasonOf } from '../reason.ts'
import { checkDatabase } from './check-database.ts'
import type { CheckParts } from './check-database.ts'

/**
 * The check as lines of JSON: each difference as it is found, and last `{"done":true}`, or
 * `{"failed":…}` with the reason why not everything could be compared.
 */
export async function* reportCheck(
  parts: CheckParts,
  { fix }: { readonly fix: boolean },
): AsyncGenerator<string> {
  try {
    for await (const difference of checkDatabase(parts, { fix }))
      yield `${JSON.stringify(difference)}\n`
    yield '{"done":true}\n'
  } catch (error) {
    yield `${JSON.stringify({ failed: reasonOf(error) })}\n`
  }
}
