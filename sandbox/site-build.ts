import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFolder } from './folder-lock.ts'
import type { Log } from './log.mjs'
import { excerptOfLogFile } from './log-excerpt.ts'
import { buildEnvironment } from './service-environments.ts'
import { serviceFlags } from './service.ts'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url))
export const gatsbyCli = path.join(projectRoot, 'node_modules/gatsby/cli.js')

const sources = [
  'core/**/*',
  'adapters/**/*',
  'web/**/*',
  'static/**/*',
  'gatsby-*.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]
const fingerprintFile = path.join(projectRoot, '.cache/evenkeel-fingerprint')
const builtPage = path.join(projectRoot, 'public/index.html')

/** The settings of a build (.env.example). */
const settingsOf = (environment: NodeJS.ProcessEnv) =>
  Object.entries(environment)
    .filter(([name, value]) => /^(?:FEATURE|SENTRY)_/.test(name) && value)
    .toSorted()

/** A hash over the names and contents of all that the built site depends on. */
const fingerprintOfSources = () => {
  const hash = createHash('sha256').update(JSON.stringify(settingsOf(process.env)))
  const files = globSync(sources, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files)
    hash
      .update(`${path.relative(projectRoot, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (fingerprint: string) =>
  existsSync(builtPage) &&
  existsSync(fingerprintFile) &&
  readFileSync(fingerprintFile, 'utf8') === fingerprint

/**
 * Reserves `.cache` and `public` for one build or development server at a time; waits while another
 * has them. Returns a function that releases them.
 */
const holdOutput = (log: Log, signal?: AbortSignal) =>
  log.during('Waiting for another build or development server of the site to end', () =>
    lockFolder(projectRoot, path.join(projectRoot, 'node_modules/.evenkeel-build.lock'), {
      stale: 10_000,
      signal,
    }),
  )

const runGatsbyBuild = (logFile: string, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    mkdirSync(path.dirname(logFile), { recursive: true })
    const output = openSync(logFile, 'w')
    const child = spawn(process.execPath, [...serviceFlags, gatsbyCli, 'build'], {
      cwd: projectRoot,
      env: { ...buildEnvironment(), NODE_ENV: 'production' },
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    })
    closeSync(output)
    const killGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Already gone.
      }
    }
    signal?.addEventListener('abort', killGroup)
    child.once('error', reject)
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', killGroup)
      killGroup()
      if (signal?.aborted) reject(signal.reason)
      else if (code === 0) resolve()
      else {
        reject(
          new Error(
            `The site could not be built. From ${path.relative(process.cwd(), logFile)}:\n${excerptOfLogFile(logFile)}`,
          ),
        )
      }
    })
  })

/**
 * Builds the site into `public` unless its sources are those of the last build. Resolves true when
 * it built. Throws with the end of the build's output when it fails; the next call then tries
 * again.
 */
export const buildSite = async ({
  logDir,
  log,
  signal,
}: {
  logDir: string
  log: Log
  signal?: AbortSignal
}): Promise<boolean> => {
  if (isBuilt(fingerprintOfSources())) return false
  const release = await holdOutput(log, signal)
  try {
    const fingerprint = fingerprintOfSources()
    if (isBuilt(fingerprint)) return false
    rmSync(fingerprintFile, { force: true })
    await log.during('Building the site (its sources changed)', () =>
      runGatsbyBuild(path.join(logDir, 'site-build.log'), signal),
    )
    writeFileSync(fingerprintFile, fingerprint)
    return true
  } finally {
    await release()
  }
}

/**
 * Reserves the build's folders for a development server, whose files are not a build. Returns a
 * function to release them.
 */
export const holdSiteForDevelopment = async (log: Log, signal?: AbortSignal) => {
  const release = await holdOutput(log, signal)
  rmSync(fingerprintFile, { force: true })
  return release
}
