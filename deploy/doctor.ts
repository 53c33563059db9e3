import { sql } from 'drizzle-orm'
import { clockAddress, describeSkew, measureSkew } from '../admin-api/auth/provider-clock.ts'
import type { OpenDatabase } from '../admin-api/data/database.ts'
import { openDatabase } from '../admin-api/data/open-database.ts'
import { pendingMigrations } from '../admin-api/data/pending-migrations.ts'
import { connectTo } from '../admin-api/data/postgresql.ts'
import { checkMailServer } from '../admin-api/mail/smtp-mail.ts'
import { createCatalogue } from '../admin-api/payments/catalogue.ts'
import { createStripe } from '../admin-api/payments/stripe-client.ts'
import { reasonOf } from '../admin-api/reason.ts'
import { isLiveKey, SettingsError } from '../admin-api/settings/environment.ts'
import { readSettings } from '../admin-api/settings/settings.ts'
import type { Settings } from '../admin-api/settings/settings.ts'
import { readServerSettings } from '../web/server/settings.ts'
import { site } from '../web/site.ts'

/** `unknown`: it could not be checked and has to be looked at by hand. */
export type Finding = {
  readonly state: 'ok' | 'wrong' | 'unknown'
  readonly what: string
  readonly advice?: string
}

type Environment = Readonly<Record<string, string | undefined>>

const timeoutMs = 10_000
const shortestPassword = 8

type Look = () => Promise<Omit<Finding, 'what'>>

/** Runs a check. If it throws, its service does not answer, which counts as `whenSilent`. */
const probe = async (
  what: string,
  look: Look,
  whenSilent: Finding['state'] = 'wrong',
): Promise<Finding> => {
  try {
    return { what, ...(await look()) }
  } catch (error) {
    return { what, state: whenSilent, advice: reasonOf(error) }
  }
}

/** The limits of the API's connections that a pooler has kept from the database. */
const missingLimits = async ({ db }: OpenDatabase): Promise<readonly string[]> => {
  const limits = await db
    .select({ name: sql<string>`name`, setting: sql<string>`setting` })
    .from(sql`pg_settings`)
    .where(sql`name in ('statement_timeout', 'idle_in_transaction_session_timeout')`)
  return limits.flatMap(({ name, setting }) => (setting === '0' ? [name] : []))
}

const findDatabase = ({ database, migrateOnStart }: Settings): Promise<Finding>[] => {
  const withDatabase = (what: string, look: (open: OpenDatabase) => ReturnType<Look>) =>
    probe(what, async () => {
      if (typeof database === 'object' && 'folder' in database) {
        return {
          state: 'unknown',
          advice:
            'The embedded database is used, which only one process can open. Set DATABASE_URL.',
        }
      }
      const open = await openDatabase(database, () => {})
      try {
        return await look(open)
      } finally {
        await open.close()
      }
    })
  return [
    withDatabase('the database answers', async (open) => {
      await open.ping()
      return { state: 'ok' }
    }),
    withDatabase('the database has the schema of this code', async ({ db }) => {
      const missing = await pendingMigrations(db)
      if (missing.length === 0) return { state: 'ok' }
      return {
        state: migrateOnStart ? 'unknown' : 'wrong',
        advice: `It lacks ${missing.join(', ')}: ${migrateOnStart ? 'the next start applies them' : 'run npm run migrate'}.`,
      }
    }),
    ...('url' in database
      ? [
          withDatabase('the database ends statements that take too long', async (open) => {
            const missing = await missingLimits(open)
            if (missing.length === 0) return { state: 'ok' }
            return {
              state: 'unknown',
              advice: `Set ${missing.join(' and ')} for the role, as docs/operate.md does: a pooler between the API and the database does not pass on those of the API.`,
            }
          }),
        ]
      : []),
  ]
}

/** Checks the replica, if there is one, by the table that is read there. */
const findReplica = ({ database }: Settings): Promise<Finding>[] => {
  const replica = 'url' in database ? database.replica : undefined
  if (replica === undefined) return []
  return [
    probe('the replica answers', async () => {
      const client = await connectTo(replica, {
        connectionTimeoutMillis: 5_000,
        query_timeout: timeoutMs,
      })
      try {
        await client.query('select from public.diagnoses limit 1')
      } finally {
        await client.end()
      }
      return { state: 'ok' }
    }),
  ]
}

const findClock = ({ identity: { emulatorHost } }: Settings): Promise<Finding> =>
  probe(
    'the clock is right',
    async () => {
      const skew = describeSkew(await measureSkew(clockAddress(emulatorHost), () => new Date()))
      return skew === null
        ? { state: 'ok' }
        : {
            state: 'wrong',
            advice: `It is ${skew} the identity provider’s: tokens fail. Synchronize it (NTP).`,
          }
    },
    'unknown',
  )

const findPlans = ({ stripe: settings }: Settings) =>
  probe('the payment provider has plans to sell', async () => {
    const offers = await createCatalogue(createStripe(settings), {
      ttlMs: 0,
      clock: () => new Date(),
    }).offers()
    if (settings.automaticTax && offers.some(({ isTaxIncluded }) => !isTaxIncluded)) {
      return {
        state: 'wrong',
        advice:
          'STRIPE_AUTOMATIC_TAX is on, but not every price has the tax_behavior "inclusive": more would be charged than is shown.',
      }
    }
    return offers.length > 0
      ? { state: 'ok' }
      : {
          state: 'wrong',
          advice: 'No active product has metadata.app_product_id and a price with that lookup key.',
        }
  })

/** Checks the mail server, if mail is on. */
const findMail = ({ mail }: Settings): Promise<Finding>[] =>
  mail === null
    ? []
    : [
        probe('the mail server accepts our sign-in', async () => {
          await checkMailServer(mail)
          return { state: 'ok' }
        }),
      ]

const findIdentity = (
  { identity: { apiKey, emulatorHost } }: Settings,
  siteUrl: string,
): Promise<Finding>[] => {
  const base = `${emulatorHost === null ? 'https://' : `http://${emulatorHost}/`}identitytoolkit.googleapis.com`
  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(
      `${base}${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(apiKey)}`,
      {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      },
    )
    if (!answer.ok)
      throw new Error(`The identity provider answered ${answer.status}: look at it in its console.`)
    return (await answer.json()) as Record<string, unknown>
  }
  return [
    probe(
      'the identity provider enforces a password policy',
      async () => {
        const { enforcementState, customStrengthOptions } = await ask('/v2/passwordPolicy')
        const { minPasswordLength } = (customStrengthOptions ?? {}) as {
          minPasswordLength?: number
        }
        return enforcementState === 'ENFORCE' && (minPasswordLength ?? 0) >= shortestPassword
          ? { state: 'ok' }
          : {
              state: 'wrong',
              advice: `Turn it on, with at least ${shortestPassword} characters, an uppercase and a lowercase letter and a digit: without it, its interface takes any six characters.`,
            }
      },
      'unknown',
    ),
    probe(
      'the identity provider does not tell who has an account',
      async () => {
        const body = JSON.stringify({ identifier: 'nobody@example.com', continueUri: siteUrl })
        const { registered } = await ask('/v1/accounts:createAuthUri', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        return registered === undefined
          ? { state: 'ok' }
          : { state: 'wrong', advice: 'Turn email enumeration protection on.' }
      },
      'unknown',
    ),
    probe(
      'the identity provider checks that a person is asking',
      async () => {
        const { recaptchaEnforcementState: states = [] } = (await ask(
          '/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE',
        )) as {
          recaptchaEnforcementState?: readonly {
            readonly provider?: string
            readonly enforcementState?: string
          }[]
        }
        const isEnforced = states.some(
          ({ provider, enforcementState }) =>
            provider === 'EMAIL_PASSWORD_PROVIDER' && enforcementState === 'ENFORCE',
        )
        return isEnforced
          ? { state: 'ok' }
          : {
              state: 'unknown',
              advice:
                'Enforce reCAPTCHA for email and password, App Check, or a blocking function: the site’s own check can be left out by others.',
            }
      },
      'unknown',
    ),
  ]
}

const findChallenge = ({ production, challenge }: Settings): Promise<Finding> =>
  probe(
    'visitors pass a challenge before a card is taken',
    async () => {
      if (challenge === null) {
        return {
          state: production ? 'wrong' : 'unknown',
          advice:
            'Set RECAPTCHA_SECRET, and recaptcha.siteKey in SITE_CONFIG: without them scripts can try out stolen cards.',
        }
      }
      const body = new URLSearchParams({ secret: challenge.secret, response: 'none' })
      const answer = await fetch(challenge.verifyUrl, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { 'error-codes': codes = [] } = (await answer.json()) as {
        'error-codes'?: readonly string[]
      }
      return codes.some((code) => code.includes('secret'))
        ? { state: 'wrong', advice: 'reCAPTCHA does not know RECAPTCHA_SECRET.' }
        : { state: 'ok' }
    },
    'unknown',
  )

const findSite = (environment: Environment): Finding => {
  const what = 'the settings of the site are right'
  if (!environment['SITE_CONFIG'])
    return {
      what,
      state: 'unknown',
      advice: 'SITE_CONFIG is not set here: look where the site is started.',
    }
  try {
    readServerSettings(environment)
    return { what, state: 'ok' }
  } catch (error) {
    return { what, state: 'wrong', advice: error instanceof Error ? error.message : String(error) }
  }
}

/** Compares the settings of the site with the API's, if the site's are set and valid. */
const findAgreement = (environment: Environment, settings: Settings): readonly Finding[] => {
  if (findSite(environment).state !== 'ok') return []
  const { config } = readServerSettings(environment)
  const problems = [
    ...(config.firebase.projectId === settings.identity.projectId
      ? []
      : ['firebase.projectId in SITE_CONFIG must be FIREBASE_PROJECT_ID.']),
    ...((config.recaptcha === undefined) === (settings.challenge === null)
      ? []
      : ['recaptcha.siteKey in SITE_CONFIG and RECAPTCHA_SECRET need each other.']),
    ...(config.stripe.publishableKey.startsWith('pk_live_') === isLiveKey(settings.stripe.secretKey)
      ? []
      : ['stripe.publishableKey in SITE_CONFIG and STRIPE_SECRET_KEY must both be live, or test.']),
    ...((config.stagingAuth ?? null) === settings.stagingAuth
      ? []
      : ['stagingAuth in SITE_CONFIG must be STAGING_AUTH.']),
  ]
  return [
    {
      what: 'the site and the admin API use the same services',
      ...(problems.length === 0
        ? { state: 'ok' }
        : { state: 'wrong', advice: problems.join('\n') }),
    },
  ]
}

/**
 * Compares SITE_URL with the address in the pages. Skipped without https, and for a staging copy,
 * whose pages name the public address.
 */
const findAddress = ({ stagingAuth }: Settings, siteUrl: string): readonly Finding[] => {
  if (!siteUrl.startsWith('https:') || stagingAuth !== null) return []
  const what = 'SITE_URL is the address that pages name'
  return [
    new URL(siteUrl).origin === site.url
      ? { what, state: 'ok' }
      : {
          what,
          state: 'wrong',
          advice: `Pages tell search engines ${site.url}, and SITE_URL is ${siteUrl}: change web/site.ts and build, or SITE_URL.`,
        },
  ]
}

/** Checks TRUST_PROXY. Skipped outside production, where no proxy terminates TLS. */
export const findProxy = ({
  production,
  trustProxy,
}: Pick<Settings, 'production' | 'trustProxy'>): readonly Finding[] => {
  if (!production) return []
  const what = 'visitors are told apart behind the proxy'
  const isTrusted = typeof trustProxy === 'number' ? trustProxy > 0 : trustProxy.length > 0
  return [
    isTrusted
      ? { what, state: 'ok' }
      : {
          what,
          state: 'unknown',
          advice:
            'TRUST_PROXY is not set. Unless the proxy keeps their addresses, all visitors have its own, and limits count them together.',
        },
  ]
}

/** What the site's own server asks for. A proxy need not let anything else through. */
const questions = '/api/v1/coaching/diagnosis/public/questions?kind=survey'

/** Checks whether the admin API answers, if the site's settings name it. */
const findApi = (environment: Environment, { stagingAuth }: Settings): Promise<Finding>[] => {
  const url = environment['ADMIN_API_URL']?.trim() ?? ''
  if (url === '') return []
  return [
    probe(
      'the admin API answers the site',
      async () => {
        const { status } = await fetch(url + questions, {
          headers: stagingAuth === null ? {} : { 'X-Staging-Auth': stagingAuth },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return status === 200
          ? { state: 'ok' }
          : { state: 'wrong', advice: `ADMIN_API_URL answers ${status}: is it the admin API?` }
      },
      // It may not be running yet.
      'unknown',
    ),
  ]
}

/** Looks at a configuration and the services that it names. Changes nothing. */
export const examine = async (environment: Environment): Promise<readonly Finding[]> => {
  const ofSite = findSite(environment)
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [
      ...error.problems.map((advice): Finding => ({
        state: 'wrong',
        what: 'the settings of the admin API are right',
        advice,
      })),
      ofSite,
    ]
  }
  const siteUrl = environment['SITE_URL']?.trim() || 'http://localhost:8000'
  const found = await Promise.all([
    ...findDatabase(settings),
    ...findReplica(settings),
    findClock(settings),
    findPlans(settings),
    findChallenge(settings),
    ...findMail(settings),
    ...findIdentity(settings, siteUrl),
    ...findApi(environment, settings),
  ])
  return [
    { state: 'ok', what: 'the settings of the admin API are right' },
    ofSite,
    ...findAddress(settings, siteUrl),
    ...findProxy(settings),
    ...findAgreement(environment, settings),
    ...found,
  ]
}

const marks = { ok: 'ok      ', wrong: 'WRONG   ', unknown: 'look at ' } as const

const main = async () => {
  const findings = await examine(process.env)
  for (const { state, what, advice } of findings) {
    process.stdout.write(
      `${marks[state]} ${what}${advice === undefined ? '' : `\n         ${advice.replaceAll('\n', '\n         ')}`}\n`,
    )
  }
  process.exitCode = findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

if (import.meta.main) await main()
