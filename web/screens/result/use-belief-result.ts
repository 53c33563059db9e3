import type { BeliefResult } from '#core/model/money-belief.ts'
import { useStores } from '../../stores/app-loader.tsx'

/**
 * The result made on this device, else the one stored with the user; null when there is neither.
 * Needs `observer`.
 */
export const useBeliefResult = (): BeliefResult | null => {
  const { global } = useStores()
  const stored = global.profile?.diagnoses.moneyBelief?.result
  return (
    global.signUpData.moneyBelief.diagnosis ?? (stored?.kind === 'money_belief' ? stored : null)
  )
}
