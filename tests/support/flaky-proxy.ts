import type { IncomingMessage } from 'node:http'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

export type ProxyAnswer =
  | { readonly status: number; readonly body: object }
  | 'broken connection'
  | 'lost answer'
  | 'silence'

export type FlakyProxy = Listening & {
  /**
   * What to answer instead of the server; null for the server's own answer. With `lost answer` the
   * server gets the request, but the page gets no answer. Not called for preflights.
   */
  interfere: (path: string, body: string) => ProxyAnswer | null
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const hopByHop = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
])

/** A proxy that fails as the real service would. Any origin may read its answers. */
export const startFlakyProxy = async (target: string): Promise<FlakyProxy> => {
  const proxy = { interfere: (): ProxyAnswer | null => null } as Pick<FlakyProxy, 'interfere'>
  const server = await listen(async (request, response) => {
    const body = await bodyOf(request)
    const path = request.url ?? '/'
    const answer = request.method === 'OPTIONS' ? null : proxy.interfere(path, body)
    if (answer === 'silence') return
    if (answer === 'broken connection') return void request.socket.destroy()
    if (answer && answer !== 'lost answer') {
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      })
      return void response.end(JSON.stringify(answer.body))
    }
    const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)) as [
      string,
      string,
    ][]
    const passed = await fetch(target + path, {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body }),
    })
    if (answer) return void request.socket.destroy()
    const passedHeaders = [...passed.headers].filter(([name]) => !hopByHop.has(name))
    response.writeHead(passed.status, Object.fromEntries(passedHeaders))
    response.end(Buffer.from(await passed.arrayBuffer()))
  })
  return Object.assign(proxy, server)
}
