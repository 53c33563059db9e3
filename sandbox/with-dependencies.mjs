/**
 * Runs a TypeScript entry of the project with the locked dependencies and the project's own Node:
 * node sandbox/with-dependencies.mjs <entry.ts> [arguments] Plain JavaScript without imports from
 * node_modules, so that it runs on a fresh clone with any Node from 18.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from './log.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const projectNode = path.join(
  root,
  'node_modules/.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)
/**
 * Gatsby forbids "type": "module" in package.json; Node detects the type by itself, but prints a
 * warning.
 */
const quietAboutModules = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'
/** Node's compile cache: each service starts faster and uses 30 MB less the next time. */
const compileCache = path.join(root, 'node_modules/.cache/node-compile')

/**
 * True when node_modules holds what package-lock.json asks for. npm writes its own copy of the lock
 * as its last step.
 */
const dependenciesMatch = (folder = root) => {
  const installedLock = path.join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedLock)) return false
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.startsWith('node_modules/')) return true
    const found = installed[place]
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

const installDependencies = async (log, onChild) => {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const output = []
  const code = await log.during(
    'Installing the locked dependencies (first start only, about three minutes)',
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(
          npm[0],
          [...npm.slice(1), 'ci', '--loglevel=error', '--no-audit', '--no-fund'],
          {
            cwd: root,
            stdio: ['ignore', 'pipe', 'pipe'],
            detached: process.platform !== 'win32',
          },
        )
        onChild(child)
        child.stdout.on('data', (chunk) => output.push(chunk))
        child.stderr.on('data', (chunk) => output.push(chunk))
        child.on('error', (cause) =>
          reject(new Error(`npm could not be started: ${cause.message}`)),
        )
        child.on('close', (status, signal) => resolve(signal ? 1 : status))
      }),
  )
  if (code === 0) return
  throw new Error(`npm ci failed:\n${Buffer.concat(output).toString('utf8').trim()}`)
}

const parentBeat = 500
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Installs when needed, then runs the entry in the same terminal. Resolves with its exit code. */
export const runWithDependencies = async (entry, args) => {
  const log = createLog(process.stdout)
  let child
  let stopping = false
  const forward = (signal) => {
    stopping = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // npm runs in a process group of its own, so end what it started too. The entry stops its
    // services itself.
    if (child.connected === undefined || !child.channel) {
      try {
        process.kill(-child.pid, signal)
      } catch {
        child.kill(signal)
      }
    } else {
      child.kill(signal)
    }
  }
  for (const signal of signals) process.on(signal, () => forward(signal))
  if (process.env.npm_lifecycle_event) {
    // When npm is killed, it passes on no signal: a changed parent process is the only sign.
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      forward('SIGTERM')
    }, parentBeat)
    watch.unref()
  }

  if (!dependenciesMatch()) {
    try {
      await installDependencies(log, (npm) => {
        child = npm
      })
    } catch (cause) {
      if (!stopping) console.error(cause.message)
      return stopping ? 130 : 1
    }
  }
  if (stopping) return 130

  return new Promise((resolve) => {
    child = spawn(projectNode, [quietAboutModules, path.join(root, entry), ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      },
    })
    child.on('error', (cause) => {
      console.error(
        `The project's Node could not be started (${cause.message}). Delete node_modules and try again.`,
      )
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      if (signal && !stopping) console.error(`${entry} was ended by ${signal}.`)
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [entry, ...args] = process.argv.slice(2)
  if (!entry) {
    console.error('Usage: node sandbox/with-dependencies.mjs <entry.ts> [arguments]')
    process.exit(1)
  }
  process.exit(await runWithDependencies(entry, args))
}
