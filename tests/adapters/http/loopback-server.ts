import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the server does with one request. */
export type Reaction = (response: ServerResponse) => void

export const answer =
  (status: number, body: unknown = { data: {} }, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const problem = (
  status: number,
  code: string,
  members: object = {},
  headers: Record<string, string> = {},
): Reaction =>
  answer(
    status,
    {
      type: `urn:problem:${code}`,
      title: 'Failure',
      status,
      detail: 'A detail.',
      code,
      ...members,
    },
    headers,
  )

/** Breaks the connection instead of answering. */
export const hangUp: Reaction = (response) => response.socket?.destroy()

/** Breaks the connection in the middle of a chunked body. */
export const hangUpHalfway: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"data":', () => response.socket?.destroy())
}

/** Accepts the request and never answers. */
export const staySilent: Reaction = () => {}

/**
 * A server on the loopback interface that reacts to each request in turn, the last reaction
 * repeating.
 */
export const startLoopbackServer = async (...reactions: readonly Reaction[]) => {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const reaction = reactions[Math.min(requests.length, reactions.length - 1)]
    const received = { method, url, headers, body: '' }
    requests.push(received)
    received.body = await text(request)
    reaction?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly ReceivedRequest[],
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type LoopbackServer = Awaited<ReturnType<typeof startLoopbackServer>>
