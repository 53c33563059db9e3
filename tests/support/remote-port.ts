import type { Page } from 'playwright'
import { PortUnavailable } from '#core/model/failures.ts'
import type { PortName } from '#core/model/failures.ts'

/** A port whose methods are all asynchronous, because it runs in a page. */
export type Eventual<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Awaited<Output> | Promise<Awaited<Output>>
    : never
}

type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unavailable'; readonly port: PortName; readonly message: string }
  | { readonly kind: 'error'; readonly name: string; readonly message: string }

const call = async (page: Page, method: string, input: readonly unknown[]): Promise<unknown> => {
  const answer = await page.evaluate<Answer, { method: string; input: readonly unknown[] }>(
    async ({ method, input }) => {
      try {
        return { kind: 'value', value: await window.port[method]?.(...input) }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if ('port' in error)
          return { kind: 'unavailable', port: error.port as PortName, message: String(error.cause) }
        return { kind: 'error', name: error.name, message: error.message }
      }
    },
    { method, input },
  )
  if (answer.kind === 'value') return answer.value
  if (answer.kind === 'unavailable')
    throw new PortUnavailable(answer.port, new Error(answer.message))
  throw Object.assign(new Error(answer.message), { name: answer.name })
}

/** Calls the methods of a port at a page's `window.port`; errors keep their type. */
export const remotePort = <Port extends object>(
  page: Page,
  methods: readonly (keyof Port & string)[],
): Eventual<Port> =>
  Object.fromEntries(
    methods.map((method) => [method, (...input: unknown[]) => call(page, method, input)]),
  ) as unknown as Eventual<Port>

declare global {
  interface Window {
    port: Record<string, (...input: unknown[]) => unknown>
  }
}
