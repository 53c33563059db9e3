/**
 * `npm test`: every check in order, continuing after a failure, ending with the line `N passed, N
 * failed`. `npm run check` (--fast): the checks that need no browser, build or service, in
 * parallel.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from '#sandbox/log.mjs'
import { buildSite, projectRoot } from '#sandbox/site-build.ts'
import { ensureFonts, findChromium } from './support/install-chromium.ts'

/** `failures` says which tests failed and why, one line each, if the step knows. */
type Count = { passed: number; failed: number; failures?: readonly string[] }
/** `pipe` holds the output until the step ends, for steps that run in parallel. */
type Output = 'inherit' | 'pipe'
type Step = { name: string; run: (output: Output) => Promise<Count> }

const { fast = false } = parseArgs({ options: { fast: { type: 'boolean' } } }).values
const log = createLog(process.stdout)
const bin = (name: string) => path.join(projectRoot, 'node_modules/.bin', name)
const reports = mkdtempSync(path.join(tmpdir(), 'evenkeel-tests-'))
const folders = ['core', 'adapters', 'web', 'admin-api', 'sandbox', 'contracts', 'deploy', 'tests']
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  GATSBY_TELEMETRY_DISABLED: '1',
  PACT_DO_NOT_TRACK: 'true',
  // Gatsby forbids the module type that a later Vite would like package.json to name.
  VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  // oxlint and tsc are short Go programs: collecting garbage less often saves them a second.
  ...(fast && { GOGC: '400' }),
}

const children = new Set<ChildProcess>()
const interrupt = () => {
  for (const child of children) child.kill('SIGTERM')
  rmSync(reports, { recursive: true, force: true })
  process.exit(130)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, interrupt)

/** Runs a program and resolves with its exit code. */
const run = (program: string, args: string[], output: Output) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: projectRoot,
      stdio: ['inherit', output, output],
      env: environment,
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk))
    children.add(child)
    child.once('error', reject)
    child.once('close', (code) => {
      children.delete(child)
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    })
  })

const asOne = (isPassed: boolean): Count =>
  isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const program = (name: string, file: string, args: string[]): Step => ({
  name,
  run: async (output) => asOne((await run(file, args, output)) === 0),
})

const tool = (name: string, file: string, args: string[]): Step => program(name, bin(file), args)

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly {
    assertionResults: readonly {
      fullName: string
      status: string
      failureMessages: readonly string[]
    }[]
  }[]
}

const failuresIn = ({ testResults }: VitestReport): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n')[0]}`,
    )

/**
 * Runs Vitest with the arguments. A file that cannot be loaded, or an error outside a test, counts
 * as one failure.
 */
const vitest = (name: string, args: string[]): Step => ({
  name,
  run: async (output) => {
    const file = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await run(
      bin('vitest'),
      ['run', '--config', 'tests/vitest.config.mts', ...reporters, ...args],
      output,
    )
    if (!existsSync(file)) return { passed: 0, failed: 1 }
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
    const failed = code !== 0 && report.numFailedTests === 0 ? 1 : report.numFailedTests
    return { passed: report.numPassedTests, failed, failures: failuresIn(report) }
  },
})

const site: Step = {
  name: 'Site build',
  run: async () => {
    try {
      const isNew = await buildSite({ logDir: reports, log })
      log.line(isNew ? 'Built.' : 'The site is already built from these sources.')
      return asOne(true)
    } catch (error) {
      console.error((error as Error).message)
      return asOne(false)
    }
  },
}

const browser: Step = {
  name: 'Browser and fonts',
  run: async () => {
    try {
      const chromium = await findChromium(log)
      environment['CHROMIUM_PATH'] = chromium
      ensureFonts(log)
      log.line(chromium)
      return asOne(true)
    } catch (error) {
      console.error((error as Error).message)
      return asOne(false)
    }
  },
}

const formatted = '**/*.{ts,tsx,mts,mjs,cjs,css}'

const checks: Step[] = [
  tool('Format', 'prettier', [
    '--check',
    '--cache',
    '--cache-strategy',
    'content',
    '--log-level',
    'warn',
    formatted,
  ]),
  tool('Types', 'tsc', ['--build', 'tests/types.tsconfig.json']),
  tool('Lint', 'oxlint', ['--type-aware', '.']),
  tool('Dead code', 'knip', ['--cache', '--no-progress']),
  tool('Boundaries', 'depcruise', [
    '--cache',
    '--cache-strategy',
    'content',
    '--config',
    '.dependency-cruiser.cjs',
    ...folders.filter((folder) => existsSync(path.join(projectRoot, folder))),
  ]),
]
// One worker serves many files: these tests share nothing that one of them changes.
const memoryTests = vitest('Core, stores, ports in memory, comments', [
  '--project=core',
  '--project=embedded',
  '--no-isolate',
  'tests/core/',
  'tests/web/stores/',
  'tests/ports/memory-',
  'tests/comment-width',
])

/** The steps of one list run in parallel, list after list. */
const steps: Step[][] = fast
  ? [[...checks, memoryTests]]
  : [
      checks,
      [browser],
      [vitest('Core tests', ['--project=core', '--coverage'])],
      [vitest('Unit tests, port suites and contracts', ['--project=!journeys', '--project=!core'])],
      [site],
      [
        program('Budget', process.execPath, [
          '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
          'tests/bench/budget.ts',
        ]),
      ],
      // Each file starts the whole product, however many processors there are.
      [vitest('Browser journeys', ['--project=journeys', '--maxWorkers=2'])],
    ]

const total: Count = { passed: 0, failed: 0 }
const failures: string[] = []

const take = async ({ name, run: runStep }: Step, output: Output) => {
  const since = Date.now()
  if (output === 'inherit') console.log(`\n== ${name}`)
  const count = await runStep(output)
  total.passed += count.passed
  total.failed += count.failed
  if (count.failed > 0)
    failures.push(`Failed: ${name}`, ...(count.failures ?? []).map((failure) => `  ${failure}`))
  console.log(
    `== ${name}: ${count.failed === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - since) / 1000).toFixed(1)} s`,
  )
}

for (const together of steps)
  await Promise.all(together.map((step) => take(step, together.length === 1 ? 'inherit' : 'pipe')))
rmSync(reports, { recursive: true, force: true })

if (failures.length > 0) console.log(['', ...failures].join('\n'))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
