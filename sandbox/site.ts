/**
 * The built site as `npm start` serves it: `gatsby serve` on an inner port and, before it, a pass-through that answers
 * /config.json itself. So several runs with different settings share one build.
 * Told by SITE_PORT and SITE_CONFIG (the text of /config.json).
 */
import { spawn } from 'node:child_process'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePorts } from './ports.ts'
import { serviceFlags } from './service.ts'
import { gatsbyCli, projectRoot } from './site-build.ts'

const host = '127.0.0.1'
const port = Number(process.env['SITE_PORT'])
const config = process.env['SITE_CONFIG']
if (!Number.isInteger(port) || !config) throw new Error('SITE_PORT and SITE_CONFIG must be set')

const [innerPort] = await findFreePorts(1)

const gatsby = spawn(
  process.execPath,
  [...serviceFlags, gatsbyCli, 'serve', '--host', host, '--port', String(innerPort)],
  {
    cwd: projectRoot,
    env: { ...process.env, CI: 'true', GATSBY_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  },
)
gatsby.once('error', (error) => {
  console.error(error)
  process.exit(1)
})
gatsby.once('exit', (code) => process.exit(code || 1))

const isListening = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: innerPort ?? 0 })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
while (!(await isListening())) await sleep(100)

const agent = new Agent({ keepAlive: true })

const server = createServer((incoming, outgoing) => {
  if (incoming.url?.split('?')[0] === '/config.json') {
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
    outgoing.end(config)
    return
  }
  const { method, url, headers } = incoming
  const inner = request({ host, port: innerPort, method, path: url, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  inner.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The site is not answering.')
  })
  outgoing.on('close', () => inner.destroy())
  incoming.pipe(inner)
})
server.listen(port, host)

process.once('SIGTERM', () => {
  gatsby.removeAllListeners('exit')
  gatsby.once('exit', () => process.exit(0))
  gatsby.kill('SIGTERM')
})
