import { isLiveKey } from '../../admin-api/settings/environment.ts'
import type { Settings } from '../../admin-api/settings/settings.ts'
import { readServerSettings } from '../../web/server/settings.ts'
import { site } from '../../web/site.ts'
import { probe, timeoutMs } from './finding.ts'
import type { Environment, Finding } from './finding.ts'

export const findSite = (environment: Environment): Finding => {
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
export const findAgreement = (environment: Environment, settings: Settings): readonly Finding[] => {
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
export const findAddress = ({ stagingAuth }: Settings, siteUrl: string): readonly Finding[] => {
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

/** The path that the site's own server requests. A proxy does not have to allow any other. */
const questions = '/api/v1/coaching/diagnosis/public/questions?kind=survey'

/** Checks whether the admin API answers, if the site's settings name it. */
export const findApi = (
  environment: Environment,
  { stagingAuth }: Settings,
): Promise<Finding>[] => {
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
