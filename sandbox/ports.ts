import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const canListen = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    // Other errors mean that the port is free, as on a machine without IPv6.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Whether nothing listens on the port on either loopback address. */
export const isFree = async (port: number) =>
  (await canListen(port, '127.0.0.1')) && canListen(port, '::1')

/**
 * Distinct ports that were free a moment ago, below the ephemeral ranges of Linux (from 32768),
 * macOS and Windows (from 49152): one of those could be taken before a slow service listens on it.
 * Browsers do not block any port above 11000.
 */
export const findFreePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(11_000, 32_768)
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}

export type WantedPort = { port: number; title: string; variable: string }

/**
 * Throws one line per taken port, naming the service and the setting to change. Waits up to
 * `patience` ms first, because a run that was just killed may still hold them.
 */
export const requireFreePorts = async (wanted: WantedPort[], patience = 2_000) => {
  const until = Date.now() + patience
  for (;;) {
    const free = await Promise.all(wanted.map(({ port }) => isFree(port)))
    const taken = wanted.filter((_, index) => !free[index])
    if (taken.length === 0) return
    if (Date.now() >= until) {
      throw new Error(
        taken
          .map(
            ({ port, title, variable }) =>
              `Port ${port}, wanted by the ${title}, is taken. Stop what uses it, or set ${variable} to another port.`,
          )
          .join('\n'),
      )
    }
    await sleep(200)
  }
}
