/** `npm run contracts:verify`: holds an admin API of one's own to the contract. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setUpOverHttp } from './states-endpoint.ts'
import { verifyProvider } from './verify-provider.ts'

process.env['PACT_DO_NOT_TRACK'] = 'true'

const help = `Holds an admin API to what the site relies on.

  npm run contracts:verify -- --base-url URL --states-url URL [--token TOKEN]

  --base-url URL        where the API answers, such as https://api.test.example.com
  --states-url URL      what makes a state true before a request (contracts/README.md, "The states endpoint")
  --token TOKEN         the ID token that requests for users carry, unless the states endpoint gives another
  --staging-auth VALUE  sent as X-Staging-Auth with every request
  --pact FILE           another contract than the one of this repository
  --help                this text

Ends with 0 when the contract is kept, 1 when it is not, 2 when it could not be tried.
`

const committed = fileURLToPath(new URL('pacts/evenkeel-web-evenkeel-admin-api.json', import.meta.url))

const read = () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      'base-url': text, 'states-url': text, token: text, 'staging-auth': text, pact: text, help: { type: 'boolean', default: false },
    },
  })
  const problems: string[] = []
  const url = (name: 'base-url' | 'states-url'): string => {
    const value = values[name] ?? ''
    const isRight = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    if (!isRight) problems.push(`--${name} must be an http or https URL${value === '' ? '.' : `, but is "${value}".`}`)
    return value.replace(/(?<!\/)\/+$/, '')
  }
  const header = (name: 'token' | 'staging-auth'): string | undefined => {
    const value = values[name]
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) problems.push(`--${name} must be printable characters without spaces.`)
    return value
  }
  const pactFile = values.pact ?? committed
  if (!existsSync(pactFile)) problems.push(`--pact ${pactFile} does not exist.`)
  const told = {
    help: values.help, baseUrl: url('base-url'), statesUrl: url('states-url'), token: header('token'), stagingAuth: header('staging-auth'), pactFile,
  }
  return { ...told, problems: values.help ? [] : problems }
}

const fail = (code: number, lines: readonly string[]): number => {
  process.stderr.write(`${lines.map((line) => `contracts:verify: ${line}`).join('\n')}\n`)
  return code
}

const main = async (): Promise<number> => {
  let told: ReturnType<typeof read>
  try {
    told = read()
  } catch (error) {
    return fail(2, [(error as Error).message, '--help tells more.'])
  }
  const { baseUrl, statesUrl, token, stagingAuth, pactFile, problems } = told
  if (told.help) {
    process.stdout.write(help)
    return 0
  }
  if (problems.length > 0) return fail(2, [...problems, '--help tells more.'])
  const headers: Record<string, string> = stagingAuth === undefined ? {} : { 'x-staging-auth': stagingAuth }
  const isThere = await fetch(baseUrl, { headers, signal: AbortSignal.timeout(10_000) }).then(() => true, () => false)
  if (!isThere) return fail(2, [`Nothing answers at ${baseUrl}.`])
  try {
    const count = await verifyProvider(
      { url: baseUrl, headers, setUp: setUpOverHttp({ url: statesUrl, headers }), ...(token === undefined ? {} : { token }) }, pactFile,
    )
    process.stdout.write(`\nThe provider keeps the contract: ${count} interactions.\n`)
    return 0
  } catch (error) {
    return fail(1, [(error as Error).message])
  }
}

process.exit(await main())
