import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePorts } from '#sandbox/ports.ts'
import { gatsbyCli, projectRoot } from '#sandbox/site-build.ts'

const sources = path.join(import.meta.dirname, 'gatsby')
/** Built floors stay here from one run to the next; git ignores it. */
const workshop = path.join(projectRoot, '.bench')

export const plainPage = () => readFileSync(path.join(import.meta.dirname, 'plain.html'), 'utf8')

export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  CI: 'true',
  NODE_ENV: 'production',
  GATSBY_TELEMETRY_DISABLED: '1',
}

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const name of ['gatsby', 'react', 'react-dom']) {
    hash.update(readFileSync(path.join(projectRoot, 'node_modules', name, 'package.json')))
  }
  for (const file of globSync('**/*.js', { cwd: sources }).toSorted())
    hash.update(file).update(readFileSync(path.join(sources, file)))
  return hash.digest('hex')
}

/** The floor's sources in a folder where they can be built with the project's own packages. */
export const layOutFloor = (name: string): string => {
  const folder = path.join(workshop, name)
  mkdirSync(folder, { recursive: true })
  cpSync(sources, folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name: 'evenkeel-floor',
      version: '0.0.0',
      private: true,
      dependencies: { gatsby: '*' },
    }),
  )
  const modules = path.join(folder, 'node_modules')
  if (!existsSync(modules)) symlinkSync(path.join(projectRoot, 'node_modules'), modules)
  return folder
}

/** Builds floors G and S unless they are built already. Returns their folder. */
export const buildFloor = async (): Promise<string> => {
  const folder = layOutFloor('floor')
  const marker = path.join(folder, 'fingerprint')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint()) return folder
  for (const output of ['.cache', 'public'])
    rmSync(path.join(folder, output), { recursive: true, force: true })
  const child = spawn(process.execPath, [gatsbyCli, 'build'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The floor could not be built.')
  writeFileSync(marker, fingerprint())
  return folder
}

/** Resolves with the response once the URL answers successfully. */
export const untilAnswered = async (url: string): Promise<Response> => {
  for (let turn = 0; turn < 600; turn += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return answer
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}

export type Served = {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export const endOf = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** `gatsby serve` for a built folder. */
export const serveWithGatsby = async (folder: string): Promise<Served> => {
  const [port = 0] = await findFreePorts(1)
  const child = spawn(
    process.execPath,
    [gatsbyCli, 'serve', '--host', '127.0.0.1', '--port', String(port)],
    {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    },
  )
  const url = `http://localhost:${port}`
  await untilAnswered(url)
  return { url, pid: child.pid ?? 0, stop: () => endOf(child) }
}
