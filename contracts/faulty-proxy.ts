import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, Content, Plant } from './answer-changes.ts'
import { asProvider } from './reference-provider.ts'
import type { ReferenceProvider } from './reference-provider.ts'

/** The reference provider behind a proxy that changes its responses. */
export const startFaulty = async (provider: ReferenceProvider, plant: Plant) => {
  const server = createServer(async (request, response) => {
    // Refuses requests for another host, as servers with a certificate for one name do.
    if (request.headers.host !== new URL(url).host) return void response.writeHead(421).end()
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      ...sent
    } = request.headers
    const answer = await fetch(provider.url + request.url, {
      method: request.method,
      headers: sent as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    const text = await answer.text()
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(content-length|connection|transfer-encoding)$/.test(name),
      ),
    )
    const changed: Answer = {
      status: answer.status,
      method: request.method ?? '',
      headers,
      content: text === '' ? null : (JSON.parse(text) as Content),
    }
    plant(changed)
    response.writeHead(changed.status, changed.headers)
    response.end(changed.content === null ? undefined : JSON.stringify(changed.content))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    provider: asProvider(provider, url),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
