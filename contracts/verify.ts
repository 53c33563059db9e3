/** `npm run contracts:verify`: verifies your own admin API against the contract. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { setUpOverHttp } from './states-endpoint.ts'
import { counted, NothingThere, verifyProvider } from './verify-provider.ts'

process.env['PACT_DO_NOT_TRACK'] = 'true'

const help = `Holds an admin API to what the site relies on.

  npm run contracts:verify -- --base-url URL --states-url URL --origin URL [--token TOKEN]

  --base-url URL        where the API answers, without its /api/v1, such as https://api.test.example.com
  --states-url URL      what makes a state true before a request (contracts/README.md, "The states endpoint")
  --origin URL          the origin of the site, such as https://www.test.example.com; the API's own where they share one
  --token TOKEN         the ID token that requests for users carry, unless the states endpoint gives another
  --staging-auth VALUE  sent as X-Staging-Auth to the API, but for preflights, and to the states endpoint
  --only TEXT           only the requests whose description holds the text, such as "an order"
  --pact FILE           a contract other than this repository's
  --quiet               only the failures and the count
  --help                this text

Ends with 0 when the contract is kept, 1 when it is not, 2 when it could not be tried.
`

const committed = fileURLToPath(
  new URL('pacts/evenkeel-web-evenkeel-admin-api.json', import.meta.url),
)

type Interaction = { readonly description: string }
type Contract = { readonly interactions: readonly Interaction[] }

const contractOf = (pactFile: string) => JSON.parse(readFileSync(pactFile, 'utf8')) as Contract
const interactionsOf = (pactFile: string, only: string) =>
  contractOf(pactFile).interactions.filter(({ description }) => description.includes(only))

/**
 * Calls `use` with the contract's file, or with a copy that has only the requests named by `only`.
 */
const withPact = async <T>(
  pactFile: string,
  only: string | undefined,
  use: (file: string) => Promise<T>,
): Promise<T> => {
  if (only === undefined) return use(pactFile)
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    const file = join(folder, 'contract.json')
    writeFileSync(
      file,
      JSON.stringify({ ...contractOf(pactFile), interactions: interactionsOf(pactFile, only) }),
    )
    return await use(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const read = () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      'base-url': text,
      'states-url': text,
      token: text,
      'staging-auth': text,
      origin: text,
      only: text,
      pact: text,
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const problems: string[] = []
  const url = (name: 'base-url' | 'states-url' | 'origin'): string => {
    const value = values[name] ?? ''
    const isRight = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    if (!isRight)
      problems.push(
        `--${name} must be an http or https URL${value === '' ? '.' : `, but is "${value}".`}`,
      )
    else if (name === 'base-url' && /\/api\/v1\/*$/.test(value))
      problems.push('--base-url must be without the /api/v1, which the paths of the contract have.')
    return value.replace(/(?<!\/)\/+$/, '')
  }
  const header = (name: 'token' | 'staging-auth'): string | undefined => {
    const value = values[name]
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value))
      problems.push(`--${name} must be printable characters without spaces.`)
    return value
  }
  const pactFile = values.pact ?? committed
  const { only } = values
  if (!existsSync(pactFile)) problems.push(`--pact ${pactFile} does not exist.`)
  else if (only !== undefined && interactionsOf(pactFile, only).length === 0)
    problems.push(`--only ${only} is in no description of the contract.`)
  const told = {
    help: values.help,
    quiet: values.quiet,
    baseUrl: url('base-url'),
    statesUrl: url('states-url'),
    origin: url('origin'),
    token: header('token'),
    stagingAuth: header('staging-auth'),
    only,
    pactFile,
  }
  return { ...told, problems: values.help ? [] : problems }
}

const fail = (code: number, lines: readonly string[]): number => {
  process.stderr.write(`${lines.map((line) => `contracts:verify: ${line}`).join('\n')}\n`)
  return code
}

/**
 * Whether to strip colors: for a file, a pipe or NO_COLOR. Does not use `process.stdout`, which
 * would make a pipe non-blocking for the native code too.
 */
const isPlain = !isatty(1) || (process.env['NO_COLOR'] ?? '') !== ''

const inChild = 'CONTRACTS_VERIFY_IN_CHILD'

/**
 * Pact prints its report from native code and always in color, so a child process runs it and its
 * output is filtered.
 */
const runFiltered = ({ quiet }: { readonly quiet: boolean }) =>
  new Promise<number>((resolve, reject) => {
    const run = spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, [inChild]: 'yes' } },
    )
    let said = ''
    let problems = ''
    run.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    run.stderr.setEncoding('utf8').on('data', (part: string) => {
      problems += part
    })
    run.on('error', reject).on('close', (code) => {
      const report = isPlain ? stripVTControlCharacters(said) : said
      const failures = /^(?:Failures:|The provider keeps)[^]*/m.exec(report)?.[0] ?? ''
      process.stdout.write(quiet ? failures.replaceAll(/^.*pact-core@.*\n/gm, '') : report, () => {
        // Only after the report, because both may go to the same pipe.
        process.stderr.write(isPlain ? stripVTControlCharacters(problems) : problems)
        resolve(code ?? 2)
      })
    })
  })

/**
 * Whether a connection can be made. Sends no request, because one without a state might confuse a
 * states endpoint.
 */
const isOpen = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port, protocol } = new URL(url)
    const socket = connect({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: 10_000,
    })
    const settle = (isOne: boolean) => {
      socket.destroy()
      resolve(isOne)
    }
    socket
      .on('connect', () => settle(true))
      .on('error', () => settle(false))
      .on('timeout', () => settle(false))
  })

const main = async (): Promise<number> => {
  let told: ReturnType<typeof read>
  try {
    told = read()
  } catch (error) {
    return fail(2, [(error as Error).message, 'See --help.'])
  }
  const { baseUrl, statesUrl, origin, quiet, token, stagingAuth, only, pactFile, problems } = told
  if (told.help) {
    process.stdout.write(help)
    return 0
  }
  if (problems.length > 0) return fail(2, [...problems, 'See --help.'])
  if ((quiet || isPlain) && process.env[inChild] === undefined) return runFiltered({ quiet })
  const headers: Record<string, string> =
    stagingAuth === undefined ? {} : { 'x-staging-auth': stagingAuth }
  const isThere = await fetch(baseUrl, { headers, signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  )
  const silent = [
    ...(isThere ? [] : [`${baseUrl} (--base-url)`]),
    ...((await isOpen(statesUrl)) ? [] : [`${statesUrl} (--states-url)`]),
  ]
  if (silent.length > 0)
    return fail(
      2,
      silent.map((place) => `Nothing answers at ${place}.`),
    )
  try {
    const provider = {
      url: baseUrl,
      origin: new URL(origin).origin,
      headers,
      setUp: setUpOverHttp({ url: statesUrl, headers }),
      ...(token === undefined ? {} : { token }),
    }
    const count = await withPact(pactFile, only, (file) => verifyProvider(provider, file))
    process.stdout.write(`\nThe provider keeps the contract: ${counted(count, 'interaction')}.\n`)
    return 0
  } catch (error) {
    if (error instanceof NothingThere)
      return fail(2, [`No state is served at ${statesUrl} (--states-url).`, error.message])
    return fail(1, (error as Error).message.split('\n'))
  }
}

/** Resolves once everything has been written: a pipe takes only 64 KB until somebody reads it. */
const flushed = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    // A closed pipe, for example to `head`, is not the provider's fault.
    stream.on('error', () => resolve())
    stream.write('', () => resolve())
  })

const code = await main()
await Promise.all([process.stdout, process.stderr].map(flushed))
// The verifier's native part would keep the process open.
process.exit(code)
