import { createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DatabaseInUse } from '../data/folder-lock.ts'

/** The tasks that the process with the embedded database does for other processes. */
export type LocalWork = Readonly<
  Record<'/backup' | '/check' | '/check?fix', () => AsyncIterable<Uint8Array | string>>
>

/** A path beside the folder, relative if that is shorter: a socket's path has at most 107 bytes. */
const socketOf = (folder: string): string => {
  const absolute = path.resolve(`${folder}.sock`)
  const relative = path.relative(process.cwd(), absolute)
  return relative.length < absolute.length ? relative : absolute
}

/**
 * Serves these tasks on a Unix socket beside the data folder, which only the user that this process
 * runs as can open. The caller holds the folder's lock.
 */
export const serveLocally = async (
  folder: string,
  work: LocalWork,
): Promise<{ stop(): Promise<void> }> => {
  const socket = socketOf(folder)
  const server = createServer((asked, response) => {
    const begin = Object.entries(work).find(([name]) => name === asked.url)?.[1]
    if (begin === undefined) response.writeHead(404).end()
    // When the work fails, the answer is cut short, which the other process treats as a failure.
    else pipeline(Readable.from(begin()), response).catch(() => response.destroy())
  })
  await rm(socket, { force: true })
  server.listen(socket)
  await once(server, 'listening')
  await chmod(socket, 0o600)
  server.unref()
  return {
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Asks the API that is running on the folder to do the work.
 * @throws DatabaseInUse when the process that has the folder open does no work for others.
 */
export const askRunningApi = async (
  folder: string,
  what: keyof LocalWork,
): Promise<AsyncIterable<Uint8Array>> => {
  const asking = request({ socketPath: socketOf(folder), path: what })
  asking.end()
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer as AsyncIterable<Buffer>
  } catch {
    throw new DatabaseInUse(folder)
  }
}
