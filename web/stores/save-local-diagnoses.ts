import { diagnosesToKeep } from '#core/model/saved-results.ts'
import type { StoreParts } from './create-stores.ts'

/**
 * Saves this device's results that the user's profile lacks, and those that replace one it has.
 * Shows no notice of an outage, because the next start tries again. Loads the code for saving only
 * when there is a result to save.
 */
export const saveLocalDiagnoses = async ({
  global,
  getStore,
}: Pick<StoreParts, 'global' | 'getStore'>): Promise<void> => {
  const { profile, signUpData } = global
  if (profile === null) return
  const diagnoses = diagnosesToKeep(profile.diagnoses, signUpData.unsavedResults)
  if (diagnoses.survey && diagnoses.moneyBelief) return
  // A copy, because the data may change while the code loads.
  const local = { ...signUpData }
  const code = await import('./new-results-store.ts').catch(() => null)
  await (code && getStore(code.NewResultsStore).save({ ...profile, diagnoses }, local))
}
