import { SettingsError } from '../admin-api/settings/environment.ts'
import { readSettings } from '../admin-api/settings/settings.ts'
import type { Settings } from '../admin-api/settings/settings.ts'
import { findDatabase, findReplica } from './doctor/database.ts'
import type { Environment, Finding } from './doctor/finding.ts'
import { findChallenge, findClock, findIdentity, findMail, findPlans } from './doctor/providers.ts'
import { findAddress, findAgreement, findApi, findProxy, findSite } from './doctor/site.ts'

/** Checks a configuration and the services that it names. Changes nothing. */
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

const labels = { ok: 'ok      ', wrong: 'WRONG   ', unknown: 'look at ' } as const

const main = async () => {
  const findings = await examine(process.env)
  for (const { state, what, advice } of findings) {
    process.stdout.write(
      `${labels[state]} ${what}${advice === undefined ? '' : `\n         ${advice.replaceAll('\n', '\n         ')}`}\n`,
    )
  }
  process.exitCode = findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

if (import.meta.main) await main()
