import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { aSiteConfig } from './a-site.ts'

/**
 * Fake workers: the first two listen and the second keeps running; every later one exits
 * immediately.
 */
const workers = `
import cluster from 'node:cluster'
import { createServer } from 'node:net'
if (cluster.isWorker) {
  const { id } = cluster.worker
  if (id > 2) process.exit(1)
  const server = createServer().listen(0, () => id === 1 && setTimeout(process.exit, 500, 1))
  await new Promise(() => {})
}`

it('the site server replaces a worker immediately, and one that never listened after a growing pause', async () => {
  const site = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(workers)}`, 'web/server/main.ts'],
    {
      env: { ...process.env, SITE_PROCESSES: '2', SITE_CONFIG: JSON.stringify(aSiteConfig) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void site.kill('SIGKILL'))
  const ends: number[] = []
  for await (const line of createInterface(site.stderr)) {
    if (line.includes('a process ended by itself')) ends.push(performance.now())
    if (ends.length === 4) break
  }
  const [, second = 0, third = 0, fourth = 0] = ends
  expect(third - second).toBeGreaterThan(990)
  expect(fourth - third).toBeGreaterThan(1990)
  site.kill('SIGTERM')
  expect(await once(site, 'exit')).toEqual([0, null])
})

/** A server that cannot be closed, and an uncaught error once it listens. */
const crash = `
import { registerHooks } from 'node:module'
const stubs = {
  'site-manifest.ts': 'export const readSiteManifest = () => ({})',
  'engines.ts': 'export const loadEngine = () => {}',
  'server/app.ts': \`export const createSiteServer = () => ({
    close: () => new Promise(() => {}),
    listen: async () => void setTimeout(() => { throw new Error("nobody catches it") }),
  })\`,
}
registerHooks({
  load: (url, context, next) => {
    const name = Object.keys(stubs).find((each) => url.endsWith(each))
    if (name === undefined) return next(url, context)
    return { format: 'module', source: stubs[name], shortCircuit: true }
  },
})`

it('the site server exits with an error code after an uncaught error, even if closing hangs', async () => {
  const site = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(crash)}`, 'web/server/main.ts'],
    {
      env: {
        ...process.env,
        SITE_PROCESSES: '1',
        STOP_TIMEOUT_MS: '200',
        SITE_CONFIG: JSON.stringify(aSiteConfig),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void site.kill('SIGKILL'))
  let said = ''
  site.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(site, 'close')).toEqual([1, null])
  expect(said).toContain('site: stops for an error: Error: nobody catches it')
})
