import type { Diagnosis } from '#core/model/profile.ts'
import type { Ports } from '#core/ports/ports.ts'

/** All results of the user, newest first. */
export const listDiagnoses =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (): Promise<readonly Diagnosis[]> =>
    adminApi.diagnoses()
