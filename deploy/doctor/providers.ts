import { clockAddress, describeSkew, measureSkew } from '../../admin-api/auth/provider-clock.ts'
import { checkMailServer } from '../../admin-api/mail/smtp-mail.ts'
import { createCatalogue } from '../../admin-api/payments/catalogue.ts'
import { createStripe } from '../../admin-api/payments/stripe-client.ts'
import type { Settings } from '../../admin-api/settings/settings.ts'
import { probe, timeoutMs } from './finding.ts'
import type { Finding } from './finding.ts'

const shortestPassword = 8

export const findClock = ({ identity: { emulatorHost } }: Settings): Promise<Finding> =>
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

export const findPlans = ({ stripe: settings }: Settings) =>
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
export const findMail = ({ mail }: Settings): Promise<Finding>[] =>
  mail === null
    ? []
    : [
        probe('the mail server accepts our sign-in', async () => {
          await checkMailServer(mail)
          return { state: 'ok' }
        }),
      ]

export const findIdentity = (
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

export const findChallenge = ({ production, challenge }: Settings): Promise<Finding> =>
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
