import { createRequire } from 'node:module'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { createApp } from '#admin-api/app.ts'
import type { Dependencies } from '#admin-api/app.ts'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import type { Database } from '#admin-api/data/database.ts'
import { openDatabase } from '#admin-api/data/open-database.ts'
import { findProfile } from '#admin-api/data/profile.ts'
import type { Identity } from '#admin-api/data/users.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { readSettings } from '#admin-api/settings/settings.ts'
import type { DatabaseSettings } from '#admin-api/settings/database.ts'
import type { Settings } from '#admin-api/settings/settings.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { migratedDump } from '#tests/support/migrated-dump.ts'
import { createDatabase } from '#tests/support/postgresql.ts'

/** A service takes many seconds to start on a busy machine. */
export const startTimeout = 180_000

/** An address where nothing listens. */
const nowhere = 'http://127.0.0.1:9'

const environment = {
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  STRIPE_API_BASE: nowhere,
  LOG_LEVEL: 'silent',
  REVOCATION_CHECK_SECONDS: '0',
}

type Overrides = {
  readonly environment?: Readonly<Record<string, string>>
  readonly parts?: Partial<Dependencies>
}

type Call = Omit<InjectOptions, 'method' | 'url' | 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>
  /** Signs in. */
  readonly as?: TokenClaims
}

type Operation = {
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly schema: object }> }
  >
}
type Description = { readonly paths: Record<string, Record<string, Operation>> }

const { default: addFormats } = createRequire(import.meta.url)('ajv-formats') as {
  default: (ajv: Ajv2020) => void
}
const { Ajv2020: Ajv } = createRequire(import.meta.url)('ajv/dist/2020.js') as {
  Ajv2020: typeof Ajv2020
}

/** A validator for JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export const createValidator = (): Ajv2020 => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  return ajv
}

/** Compares answers with the API's own description of them. */
const createResponseCheck = ({ paths }: Description) => {
  const ajv = createValidator()
  const routes = Object.entries(paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  return (method: string, url: string, status: number, body: string) => {
    const { pathname } = new URL(url, 'http://localhost')
    const operation = routes.find(({ pattern }) => pattern.test(pathname))?.operations[
      method.toLowerCase()
    ]
    if (operation === undefined) return
    const documented = operation.responses[status]
    if (documented === undefined)
      throw new Error(`${method} ${pathname} answered ${status}, which is not described`)
    const schema = Object.values(documented?.content ?? {})[0]?.schema
    if (schema === undefined) return
    const validate = ajv.compile(schema)
    if (!validate(JSON.parse(body))) {
      throw new Error(
        `${method} ${pathname} ${status} is not as described: ${ajv.errorsText(validate.errors)}\n${body}`,
      )
    }
  }
}

export const testSettings = (overrides: Readonly<Record<string, string>> = {}): Settings => ({
  ...readSettings({
    ...environment,
    RATE_LIMIT_PUBLIC_PER_MINUTE: '1000',
    RATE_LIMIT_PROMOTION_PER_MINUTE: '1000',
    RATE_LIMIT_SETUP_INTENT_PER_MINUTE: '1000',
    RATE_LIMIT_SETUP_INTENT_PER_HOUR: '10000',
    ...overrides,
  }),
  database: { memory: null },
})

/** Fails when a profile changes but not its revision, as other processes would keep the old one. */
const createRevisionCheck = (db: Database) => {
  const known = new Map<string, string>()
  return async (authUid: string): Promise<void> => {
    const found = await findProfile(db, authUid, new Date(0))
    if (found === null) return
    const { revision, profile } = found
    const key = `${profile.id} ${profile.createdAt} ${revision}`
    const shown = JSON.stringify(profile)
    if ((known.get(key) ?? shown) !== shown)
      throw new Error(`Nobody called reviseUser: ${known.get(key)} is now ${shown}`)
    known.set(key, shown)
  }
}

/** An empty database of the kind that this test project is for: in memory, or on PostgreSQL. */
export const freshDatabase = async (): Promise<DatabaseSettings> => {
  const url = inject('postgresqlUrl')
  return url === undefined ? { memory: await migratedDump() } : { url: await createDatabase(url) }
}

/**
 * The API on a database of its own. Every answer is compared with the API's description of itself,
 * and every profile with what its revision showed before.
 */
export const startApi = async ({ environment: variables = {}, parts = {} }: Overrides = {}) => {
  const settings = testSettings(variables)
  const database =
    parts.database ??
    (await openDatabase(await freshDatabase(), (error) => {
      throw error
    }))
  await database.migrate()
  const stripe = createStripe(settings.stripe)
  const app = await createApp({
    settings,
    database,
    stripe,
    verifyToken: createTokenVerifier(settings.identity),
    identityUsers: { delete: async () => 'deleted', standing: async () => 'good' },
    clock: () => new Date(),
    ...parts,
  })
  const description = (await app.inject('/openapi.json')).json() as Description
  const check = createResponseCheck(description)
  const checkRevision = createRevisionCheck(database.db)

  const call = async (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    { as, headers, ...rest }: Call = {},
  ) => {
    const token: Record<string, string> =
      as === undefined ? {} : { authorization: `Bearer ${unsignedToken(as)}` }
    const answer = await app.inject({ method, url, ...rest, headers: { ...token, ...headers } })
    check(method, url, answer.statusCode, answer.body)
    if (as?.uid !== undefined && answer.statusCode < 500) await checkRevision(as.uid)
    return answer
  }
  return {
    app,
    database,
    settings,
    stripe,
    check,
    db: database.db,
    get: (url: string, options?: Call) => call('GET', url, options),
    post: (url: string, payload: object | string, options?: Call) =>
      call('POST', url, { payload, ...options }),
    put: (url: string, payload: object, options?: Call) =>
      call('PUT', url, { payload, ...options }),
    patch: (url: string, payload: object, options?: Call) =>
      call('PATCH', url, { payload, ...options }),
    delete: (url: string, options?: Call) => call('DELETE', url, options),
    stop: async () => {
      await app.close()
      if (parts.database === undefined) await database.close()
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>

let people = 0
/** A user no other test uses. */
export const somebody = (claims: TokenClaims = {}): TokenClaims => {
  people += 1
  return { uid: `person-${people}`, email: `person-${people}@example.com`, ...claims }
}

/** Who a token with these claims says is calling. */
export const identityOf = ({ uid = '', email }: TokenClaims): Identity => ({
  authUid: uid,
  email: email ?? '',
  emailVerified: true,
  issuedAt: new Date(),
})
