import { diagnosesToKeep } from '#core/model/saved-results.ts'
import type { StoreParts } from './create-stores.ts'

/**
 * Stores with the user the results of this device that their profile lacks, and those that replace
 * the one it has. Shows no outage: what it prevents is done at the next start. The code for it
 * comes with the first result there is to save.
 */
export const saveLocalDiagnoses = async ({
  global,
  getStore,
}: Pick<StoreParts, 'global' | 'getStore'>): Promise<void> => {
  const { profile, signUpData } = global
  if (profile === null) return
  const diagnoses = diagnosesToKeep(profile.diagnoses, signUpData.unsavedResults)
  if (diagnoses.survey && diagnoses.moneyBelief) return
  // A copy, as it is now: the code may come later than the next change.
  const local = { ...signUpData }
  const code = await import('./new-results-store.ts').catch(() => null)
  await (code && getStore(code.NewResultsStore).save({ ...profile, diagnoses }, local))
}
