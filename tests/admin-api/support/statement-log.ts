import { Client } from 'pg'
import { vi } from 'vitest'

export type Sent = { readonly text: string; readonly values: readonly unknown[] }

/**
 * Records what this process sends to PostgreSQL, each text once, over connections that are opened
 * later. The queue's own statements and the ends of transactions are left out.
 */
export const recordStatements = () => {
  const sent = new Map<string, Sent>()
  const query = Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function record(
    this: Client,
    ...given: unknown[]
  ) {
    const [asked, values] = given as [string | { readonly text: string }, unknown]
    const text = typeof asked === 'string' ? asked : asked.text
    if (!/pgboss|^(begin|commit|rollback)\b/i.test(text))
      sent.set(text, { text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, given)
  } as never)
  return {
    /** What was sent since the last call. */
    take: (): Sent[] => {
      const all = [...sent.values()]
      sent.clear()
      return all
    },
    stop: () => spy.mockRestore(),
  }
}
