import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asProvider, startReferenceProvider } from './reference-provider.ts'
import type { ReferenceProvider } from './reference-provider.ts'

const program = fileURLToPath(new URL('verify.ts', import.meta.url))

const origin = ['--origin', 'https://www.evenkeel.example']

// Merges stderr into stdout so lines appear in the order a reader sees them.
const runIn = (command: string, parameters: readonly string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const options = [
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      '--disable-warning=DEP0060',
      program,
      ...parameters,
    ]
    execFile(
      'sh',
      ['-c', command, process.execPath, ...options],
      { timeout: 180_000, maxBuffer: 2 ** 24 },
      (error, stdout) => {
        resolve({ code: error === null ? 0 : Number(error.code), said: stdout })
      },
    )
  })
const run = (...parameters: string[]) => runIn('"$0" "$@" 2>&1', parameters)

const serve = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

describe('npm run contracts:verify', () => {
  let reference: ReferenceProvider
  let states: Awaited<ReturnType<typeof serve>>
  const addresses: string[] = []

  beforeAll(async () => {
    reference = await startReferenceProvider()
    const provider = asProvider(reference)
    states = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { state, params } = JSON.parse(body) as { state: string; params: object }
      const address = String(request.headers['x-forwarded-for'])
      addresses.push(address)
      const given = await provider.setUp({ name: state, parameters: params, address })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given))
    })
  })
  afterAll(async () => {
    await states.stop()
    await reference.stop()
  })

  it('passes a provider that keeps the contract', async () => {
    const { code, said } = await run(
      '--base-url',
      `${reference.url}/`,
      '--states-url',
      states.url,
      ...origin,
    )
    expect(said).toMatch(/The provider keeps the contract: \d+ interactions\./)
    expect(code).toBe(0)
  })

  it('says in plain text what differs when a provider does not keep the contract', async () => {
    const broken = await serve((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":{"products":[]}}')
    })
    const { code, said } = await run(
      '--base-url',
      broken.url,
      '--states-url',
      states.url,
      ...origin,
      '--only',
      'a request for the offers by anyone',
    )
    await broken.stop()
    expect(said).toContain('subscriber')
    expect(said).toContain('does not keep the contract')
    expect(stripVTControlCharacters(said)).toBe(said)
    expect(code).toBe(1)
  })

  it('fails a provider with a state that cannot be set up, even if its response is right', async () => {
    const silent = await serve((_request, response) => {
      response.writeHead(500).end('No such state.')
    })
    const parameters = [
      '--base-url',
      reference.url,
      ...origin,
      '--only',
      'a request for the offers after the session has ended',
    ]
    const good = await run(...parameters, '--states-url', states.url, ...origin)
    const { code, said } = await run(...parameters, '--states-url', silent.url)
    await silent.stop()
    expect(good.said).toMatch(/keeps the contract: 1 interaction\./)
    expect(said).toMatch(
      /Some states could not be set up:\n.*The states endpoint answered 500 to "a user whose session has ended": No such state/,
    )
    expect([good.code, code]).toEqual([0, 1])
  })

  it('stops before the first request when the states endpoint does not exist', async () => {
    let requests = 0
    const api = await serve((request, response) => {
      if (request.url !== '/') requests += 1
      response.writeHead(204).end()
    })
    const elsewhere = await serve((_request, response) => {
      response.writeHead(404).end('Cannot POST /_state')
    })
    const { code, said } = await run(
      '--base-url',
      api.url,
      '--states-url',
      `${elsewhere.url}/_state`,
      ...origin,
    )
    await Promise.all([api.stop(), elsewhere.stop()])
    expect(said).toMatch(
      /^contracts:verify: No state is served at \S+\/_state \(--states-url\)\.\n.*answered 404 to "[^"]+": Cannot POST \/_state\n$/,
    )
    expect([code, requests]).toEqual([2, 0])
  })

  it('continues when the states endpoint lacks a state', async () => {
    const partial = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      if (body.includes('a verified user')) response.writeHead(200).end('{"token":"unknown"}')
      else response.writeHead(404).end('No such state.')
    })
    const { code, said } = await run(
      '--base-url',
      reference.url,
      '--states-url',
      partial.url,
      ...origin,
      '--only',
      'a request for the offers by a',
    )
    await partial.stop()
    expect(said).toContain('answered 404 to "a user with a live subscription": No such state.')
    expect(said).toContain('4 interactions')
    expect(code).toBe(1)
  })

  it('uses new IP addresses on each run, so that rate limits need no restart of the provider', async () => {
    const parameters = [
      '--base-url',
      reference.url,
      ...origin,
      '--only',
      'a request for the offers by a',
      '--states-url',
      states.url,
    ]
    addresses.length = 0
    await run(...parameters)
    const first = new Set(addresses)
    await run(...parameters)
    // One for each of the three states, and one to try whether any is served.
    expect(first.size).toBe(4)
    expect(new Set(addresses).size).toBe(8)
  })

  it.each([
    [
      'an empty object',
      '{}',
      [
        'The state "a user with a live subscription" did not give subscriptionId.',
        /There is no --token, and none came with .*"a user with a live subscription"/,
      ],
    ],
    [
      'values that are not text',
      '{"token":7,"subscriptionId":42}',
      [
        'The state "a user with a live subscription" gave 42 for subscriptionId, not text.',
        'The state "a user with a live subscription" gave 7 for token, not text.',
      ],
    ],
    [
      'text instead of an object',
      'ok',
      [
        'The states endpoint answered "ok" to "a user with a live subscription": not a JSON object.',
      ],
    ],
    [
      'a list instead of an object',
      '[]',
      [
        'The states endpoint answered "[]" to "a user with a live subscription": not a JSON object.',
      ],
    ],
  ])('reports a states endpoint that returns %s', async (_what, answer, problems) => {
    const vague = await serve((_request, response) => {
      response.writeHead(200).end(answer)
    })
    const { code, said } = await run(
      '--base-url',
      reference.url,
      ...origin,
      '--quiet',
      '--states-url',
      vague.url,
      '--only',
      'a request to list the invoices of the subscription',
    )
    await vague.stop()
    for (const problem of problems) expect(said).toMatch(problem)
    expect(said).not.toContain('Unexpected token')
    expect(code).toBe(1)
  })

  it('prints only the count with --quiet when all is right, and only the failures when something is not', async () => {
    const parameters = [
      '--states-url',
      states.url,
      ...origin,
      '--quiet',
      '--only',
      'a request for the offers by anyone',
    ]
    const broken = await serve((_request, response) => {
      response.writeHead(404).end()
    })
    const good = await run('--base-url', reference.url, ...parameters)
    const bad = await run('--base-url', broken.url, ...parameters)
    await broken.stop()
    expect(good).toEqual({ code: 0, said: 'The provider keeps the contract: 1 interaction.\n' })
    expect(bad.said).toMatch(/^Failures:\n[^]*1 of 1 interaction differs, as printed/)
    expect(bad.code).toBe(1)
  })

  it('prints a long report to the end, however late it is read', async () => {
    const broken = await serve((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { products: 'x'.repeat(300_000) } }))
    })
    const { said } = await runIn('{ "$0" "$@" 2>&1; } | { sleep 5; cat; }', [
      '--base-url',
      broken.url,
      '--states-url',
      states.url,
      ...origin,
      '--quiet',
      '--only',
      'a request for the offers by anyone',
    ])
    await broken.stop()
    expect(said.length).toBeGreaterThan(300_000)
    expect(said.slice(-1000)).toContain('The provider does not keep the contract.')
  })

  it('prints its usage with --help', async () => {
    const { code, said } = await run('--help')
    expect(code).toBe(0)
    expect(said).toContain('--states-url URL')
  })

  it.each([
    [
      [],
      [
        '--base-url must be an http or https URL.',
        '--states-url must be an http or https URL.',
        '--origin must be an http or https URL.',
      ],
    ],
    [
      ['--base-url', 'localhost', '--states-url', 'http://127.0.0.1:9'],
      ['--base-url must be an http or https URL, but is "localhost".'],
    ],
    [
      ['--base-url', 'http://127.0.0.1:9/api/v1/', '--states-url', 'http://127.0.0.1:9'],
      ['--base-url must be without the /api/v1'],
    ],
    [
      ['--base-url', 'http://127.0.0.1:9', '--states-url', 'http://127.0.0.1:9', '--token', 'a b'],
      ['--token must be'],
    ],
    [
      [
        '--base-url',
        'http://127.0.0.1:9',
        '--states-url',
        'http://127.0.0.1:9',
        '--pact',
        'nowhere.json',
      ],
      ['--pact nowhere.json does not exist.'],
    ],
    [
      ['--base-url', 'http://127.0.0.1:9', '--states-url', 'http://127.0.0.1:9/_states', ...origin],
      [
        'Nothing answers at http://127.0.0.1:9 (--base-url).',
        'Nothing answers at http://127.0.0.1:9/_states (--states-url).',
      ],
    ],
    [
      [
        '--base-url',
        'http://127.0.0.1:9',
        '--states-url',
        'http://127.0.0.1:9',
        '--only',
        'nothing of it',
      ],
      ['--only nothing of it is in no description'],
    ],
    [['--url', 'x'], ['--url']],
  ])('refuses the parameters %j', async (parameters, problems) => {
    const { code, said } = await run(...parameters)
    expect(code).toBe(2)
    for (const problem of problems) expect(said).toContain(problem)
  })
})
