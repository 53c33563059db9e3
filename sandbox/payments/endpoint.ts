import type { Access } from './access.ts'
import type { Decoded, Shape } from './params.ts'
import { atLeast, decode, integer, text } from './params.ts'
import { invalidRequest, noSuch } from './errors.ts'
import type { Sandbox } from './sandbox.ts'

export interface Call<P> {
  params: P
  /** The id in the path; empty if there is none. */
  id: string
  access: Access
}

/** A route of the API: its path, its parameters and its handler. */
export interface Endpoint {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  /** May be called with the publishable key. */
  isPublic: boolean
  /**
   * Reads the parameters and returns the work, so that bad parameters fail before anything is
   * changed.
   */
  prepare(sandbox: Sandbox, raw: Record<string, unknown>, id: string, access: Access): () => object
}

export const endpoint = <S extends Shape>(
  method: Endpoint['method'],
  path: string,
  shape: S,
  handle: (sandbox: Sandbox, call: Call<Decoded<S>>) => object,
  { isPublic = false }: { isPublic?: boolean } = {},
): Endpoint => ({
  method,
  path,
  isPublic,
  prepare: (sandbox, raw, id, access) => {
    const params = decode(raw, shape)
    return () => handle(sandbox, { params, id, access })
  },
})

/** The parameters every list takes. */
export const paging = { limit: atLeast(1, integer), starting_after: text, ending_before: text }

interface Paging {
  limit?: number
  starting_after?: string
  ending_before?: string
}

const positionOf = (items: { id: string }[], id: string, param: string): number => {
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw noSuch('object', id, param)
  return index
}

/** A page of `items`, newest first; `items` are in the order of their creation. */
export const listPage = <T extends { id: string }>(
  url: string,
  items: T[],
  { limit = 10, starting_after, ending_before }: Paging,
) => {
  if (limit > 100) {
    throw invalidRequest(
      `This value must be less than or equal to 100 (it currently is '${limit}').`,
      {
        param: 'limit',
      },
    )
  }
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: starting_after, ending_before.',
    )
  }
  const newest = items.toReversed()
  const page = (data: T[], has_more: boolean) => ({ object: 'list' as const, data, has_more, url })
  if (ending_before !== undefined) {
    const end = positionOf(newest, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return page(newest.slice(start, end), start > 0)
  }
  const start =
    starting_after === undefined ? 0 : positionOf(newest, starting_after, 'starting_after') + 1
  return page(newest.slice(start, start + limit), newest.length > start + limit)
}
