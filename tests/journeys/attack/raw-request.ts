import { request } from 'node:http'

export type RawAnswer = {
  readonly status: number
  readonly location: string | undefined
  readonly names: readonly string[]
  readonly body: string
}

/**
 * Sends a GET with headers and a path that `fetch` would normalise. Null when Node refuses to send
 * it or to parse the answer.
 */
export const rawRequest = (
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer | null> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    try {
      const sent = request({ hostname, port, path, headers, timeout: 15_000 }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            names: Object.keys(answer.headers),
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      sent.on('timeout', () => sent.destroy(new Error(`No answer to ${path.slice(0, 80)}`)))
      // Node's parser closes the connection on what it cannot read. A separate request checks that
      // the server still runs.
      sent.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(null) : reject(error),
      )
      sent.end()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (
        code === 'ERR_UNESCAPED_CHARACTERS' ||
        code === 'ERR_INVALID_CHAR' ||
        code === 'ERR_HTTP_INVALID_HEADER_VALUE'
      )
        resolve(null)
      else reject(error as Error)
    }
  })
