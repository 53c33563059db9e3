import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy on the loopback address that can stop forwarding without closing connections. */
export const startTcpProxy = async (target: number) => {
  const sockets = new Set<Socket>()
  const silenced = new WeakSet<Socket>()
  let isSilent = false
  const silenceOne = (socket: Socket) => {
    silenced.add(socket)
    socket.pause().unpipe()
  }
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        if (!silenced.has(end)) other.destroy()
      })
      if (isSilent) silenceOne(end)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on, forwards nothing. Current connections stay silent for good. */
    silence: (): void => {
      isSilent = true
      for (const socket of sockets) silenceOne(socket)
    },
    /** Forwards for new connections again. */
    heal: (): void => {
      isSilent = false
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
