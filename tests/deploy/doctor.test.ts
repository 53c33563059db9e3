import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { readSettings } from '#admin-api/settings/settings.ts'
import { examine } from '#deploy/doctor.ts'
import { findProxy } from '#deploy/doctor/site.ts'
import { createPaymentsServer } from '#sandbox/payments/server.ts'
import { listen } from '#tests/support/listen.ts'
import type { Listening } from '#tests/support/listen.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { site } from '#web/site.ts'

type Answers = { readonly policy?: object; readonly uri?: object; readonly recaptcha?: object }

/** The identity provider's settings endpoint. */
const identityOf = ({ policy, uri, recaptcha }: Answers) =>
  listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const answer = pathname.endsWith('/passwordPolicy')
      ? policy
      : pathname.endsWith(':createAuthUri')
        ? uri
        : recaptcha
    response
      .writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}))
  })

const policyOf = (enforcementState: string, minPasswordLength: number) => ({
  enforcementState,
  customStrengthOptions: { minPasswordLength },
})
const safe: Answers = {
  policy: policyOf('ENFORCE', 8),
  uri: { sessionId: 'one' },
  recaptcha: {
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'ENFORCE' },
    ],
  },
}

let payments: Awaited<ReturnType<typeof createPaymentsServer>>
let paymentsUrl: string
const opened: Listening[] = []
beforeAll(async () => {
  payments = await createPaymentsServer()
  await payments.listen({ host: '127.0.0.1', port: 0 })
  paymentsUrl = `http://127.0.0.1:${(payments.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await payments.close()
})

const environmentOf = async (answers: Answers) => {
  const identity = await identityOf(answers)
  opened.push(identity)
  return { STRIPE_API_BASE: paymentsUrl, FIREBASE_AUTH_EMULATOR_HOST: new URL(identity.url).host }
}
const statesOf = async (answers: Answers) =>
  Object.fromEntries(
    (await examine(await environmentOf(answers))).map(({ what, state }) => [what, state]),
  )

const policy = 'the identity provider enforces a password policy'
const enumeration = 'the identity provider does not tell who has an account'
const challenge = 'visitors pass a challenge before a card is taken'
const people = 'the identity provider checks that a person is asking'

describe('the doctor', () => {
  test('accepts a safe configuration, and says what it cannot check', async () => {
    expect(await statesOf(safe)).toEqual({
      'the settings of the admin API are right': 'ok',
      'the settings of the site are right': 'unknown',
      'the database answers': 'unknown',
      'the database has the schema of this code': 'unknown',
      'the clock is right': 'ok',
      'the payment provider has plans to sell': 'ok',
      [challenge]: 'unknown',
      [policy]: 'ok',
      [enumeration]: 'ok',
      [people]: 'ok',
    })
  })

  test.each([
    ['accepts', ['invalid-input-response'], 'ok'],
    ['rejects', ['invalid-input-secret'], 'wrong'],
  ])('notices when reCAPTCHA %s the secret', async (_, codes, state) => {
    const recaptcha = await listen((_request, response) =>
      response.end(JSON.stringify({ success: false, 'error-codes': codes })),
    )
    opened.push(recaptcha)
    const findings = await examine({
      ...(await environmentOf(safe)),
      RECAPTCHA_SECRET: 'a-secret',
      RECAPTCHA_VERIFY_URL: recaptcha.url,
    })
    expect(findings.find(({ what }) => what === challenge)?.state).toBe(state)
  })

  test.each([
    ['no password policy', { policy: policyOf('OFF', 6) }, policy, 'wrong'],
    ['a password policy of six characters', { policy: policyOf('ENFORCE', 6) }, policy, 'wrong'],
    ['a password policy that cannot be read', { policy: undefined }, policy, 'unknown'],
    [
      'a provider that tells who has an account',
      { uri: { registered: false } },
      enumeration,
      'wrong',
    ],
    ['a missing check for bots', { recaptcha: {} }, people, 'unknown'],
  ] as const)('reports %s', async (_what, changes, what, state) => {
    expect((await statesOf({ ...safe, ...changes }))[what]).toBe(state)
  })

  test('reports a price that does not include the tax when STRIPE_AUTOMATIC_TAX is set', async () => {
    const plans = 'the payment provider has plans to sell'
    const environment = { ...(await environmentOf(safe)), STRIPE_AUTOMATIC_TAX: 'true' }
    const stateNow = async () =>
      (await examine(environment)).find(({ what }) => what === plans)?.state
    expect(await stateNow()).toBe('ok')
    await createStripe(readSettings(environment).stripe).prices.create({
      currency: 'usd',
      lookup_key: 'annual',
      transfer_lookup_key: true,
      product: 'prod_sandbox_annual',
      recurring: { interval: 'year' },
      unit_amount: 9999,
    })
    expect(await stateNow()).toBe('wrong')
  })

  test('says that the clock is a day off', async () => {
    vi.useFakeTimers({ now: Date.now() + 24 * 60 * 60 * 1000, toFake: ['Date'] })
    const findings = await examine(await environmentOf(safe))
    vi.useRealTimers()
    expect(findings.find(({ what }) => what === 'the clock is right')).toMatchObject({
      state: 'wrong',
      advice: expect.stringContaining('24 h ahead of the identity provider’s'),
    })
  })

  test('reports the settings in which the site and the admin API differ', async () => {
    const config = {
      adminApiUrl: 'http://localhost:8001',
      stagingAuth: 'key',
      firebase: { projectId: 'another', apiKey: 'key', authDomain: 'a.example' },
      stripe: { publishableKey: 'pk_test_1' },
      recaptcha: { siteKey: 'key' },
    }
    const agreementOf = async (site: object, more: object = {}) =>
      (
        await examine({
          ...(await environmentOf(safe)),
          SITE_CONFIG: JSON.stringify(site),
          ...more,
        })
      ).find(({ what }) => what === 'the site and the admin API use the same services')
    expect((await agreementOf(config))?.advice?.split('\n')).toEqual([
      expect.stringContaining('FIREBASE_PROJECT_ID'),
      expect.stringContaining('RECAPTCHA_SECRET'),
      expect.stringContaining('STAGING_AUTH'),
    ])
    const { recaptcha: _, ...alike } = config
    const told = { FIREBASE_PROJECT_ID: 'another', STAGING_AUTH: 'key' }
    expect(await agreementOf(alike, told)).toMatchObject({ state: 'ok' })
  })

  test('reports a SITE_URL that its pages do not name, except for localhost and staging', async () => {
    const stateAt = async (url: string, more: object = {}) =>
      (await examine({ ...(await environmentOf(safe)), SITE_URL: url, ...more })).find(
        ({ what }) => what === 'SITE_URL is the address that pages name',
      )?.state
    expect(await stateAt('http://localhost:8000')).toBeUndefined()
    expect(await stateAt(site.url)).toBe('ok')
    expect(await stateAt(`${site.url}/`)).toBe('ok')
    expect(await stateAt('https://elsewhere.example')).toBe('wrong')
    expect(await stateAt('https://staging.example', { STAGING_AUTH: 'key' })).toBeUndefined()
  })

  test.each([
    ['reports nothing', false, 0, undefined],
    ['asks for a manual check', true, 0, 'unknown'],
    ['asks for a manual check', true, [], 'unknown'],
    ['accepts the proxies', true, 1, 'ok'],
    ['accepts the proxies', true, ['10.0.0.0/8'], 'ok'],
  ])(
    '%s when production is %j and the trusted proxies are %j',
    (_, production, trustProxy, state) => {
      expect(findProxy({ production, trustProxy })[0]?.state).toBe(state)
    },
  )

  test('sends the admin API a request that the site makes, since a proxy may let nothing else through', async () => {
    let status = 200
    const api = await listen(({ url }, response) =>
      response.writeHead(url?.startsWith('/api/v1/') === true ? status : 404).end(),
    )
    const stateNow = async () =>
      (await examine({ ...(await environmentOf(safe)), ADMIN_API_URL: api.url })).find(
        ({ what }) => what === 'the admin API answers the site',
      )?.state
    expect(await stateNow()).toBe('ok')
    status = 404
    expect(await stateNow()).toBe('wrong')
    await api.close()
    expect(await stateNow()).toBe('unknown')
  })

  test('sends STAGING_AUTH to the admin API of a staging environment', async () => {
    const api = await listen(({ headers }, response) =>
      response.writeHead(headers['x-staging-auth'] === 'open-sesame' ? 200 : 401).end(),
    )
    opened.push(api)
    const findings = await examine({
      ...(await environmentOf(safe)),
      ADMIN_API_URL: api.url,
      STAGING_AUTH: 'open-sesame',
    })
    expect(findings.find(({ what }) => what === 'the admin API answers the site')?.state).toBe('ok')
  })

  test('names every wrong setting', async () => {
    const findings = await examine({
      NODE_ENV: 'Production',
      TRUST_PROXY: 'true',
      SITE_CONFIG: '{}',
    })
    expect(findings.filter(({ state }) => state === 'wrong').map(({ advice }) => advice)).toEqual([
      expect.stringContaining('NODE_ENV'),
      expect.stringContaining('TRUST_PROXY'),
      expect.stringContaining('STRIPE_API_BASE'),
      expect.stringContaining('SITE_CONFIG'),
    ])
  })

  test('reports services that do not answer, and exits with 1', () => {
    const nowhere = {
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      STRIPE_MAX_NETWORK_RETRIES: '0',
      DATABASE_URL: 'postgres://127.0.0.1:9/none',
      DATABASE_REPLICA_URL: 'postgres://127.0.0.1:9/none',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
    }
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'doctor'], {
      env: { ...process.env, ...nowhere },
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/WRONG +the database answers/)
    expect(stdout).toMatch(/WRONG +the replica answers/)
    expect(stdout).toMatch(/WRONG +the payment provider has plans to sell/)
    expect(stdout).toMatch(/look at +the identity provider enforces/)
    expect(status).toBe(1)
  })
})

describe('the mail server', () => {
  const what = 'the mail server accepts our sign-in'
  const findingOf = async (url: string) =>
    (
      await examine({
        ...(await environmentOf(safe)),
        SMTP_URL: url,
        MAIL_FROM: 'hello@evenkeel.example',
      })
    ).find((each) => each.what === what)

  test('is reported as ok when it answers, and as wrong when nothing does', async () => {
    const server = await startSmtpServer()
    expect(await findingOf(server.url)).toEqual({ what, state: 'ok' })
    expect(server.received).toEqual([])
    await server.stop()
    expect(await findingOf(server.url)).toMatchObject({ what, state: 'wrong' })
  })

  test('is not checked when mail is off', async () => {
    expect((await examine(await environmentOf(safe))).some((each) => each.what === what)).toBe(
      false,
    )
  })
})
