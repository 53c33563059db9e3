import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts, isFree } from '#sandbox/ports.ts'

test('free ports lie outside the ephemeral range of outgoing connections', async () => {
  const ports = await findFreePorts(50)
  expect(new Set(ports).size).toBe(50)
  expect(ports.filter((port) => port < 11_000 || port >= 32_768)).toEqual([])
})

test('a port is not free while something listens on it at 127.0.0.1', async () => {
  const [port = 0] = await findFreePorts(1)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, resolve))
  expect(await isFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isFree(port)).toBe(true)
})
