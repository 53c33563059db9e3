import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fastify } from 'fastify'
import { addCollector } from '#sandbox/collector.ts'
import type { Collected } from '#sandbox/collector.ts'
import { startFlakyProxy } from './flaky-proxy.ts'
import type { FlakyProxy } from './flaky-proxy.ts'

export type Collector = Collected & {
  readonly url: string
  /** The proxy in front of it; see `interfere`. */
  readonly proxy: FlakyProxy
  clear(): Promise<void>
  close(): Promise<void>
}

/** The sandbox's collector of events and error reports, on a free port. */
export const startCollector = async (): Promise<Collector> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evenkeel-collector-'))
  const server = fastify()
  const collected = await addCollector(server, { folder })
  const target = await server.listen({ port: 0, host: '127.0.0.1' })
  const proxy = await startFlakyProxy(target)
  return {
    ...collected,
    url: proxy.url,
    proxy,
    clear: async () => {
      await Promise.all(
        ['events', 'errors'].map((kind) =>
          fetch(`${target}/_collector/${kind}`, { method: 'DELETE' }),
        ),
      )
    },
    close: async () => {
      await proxy.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
