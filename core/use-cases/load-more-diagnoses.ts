import type { DiagnosisPage } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/** The page of diagnoses after the one that gave the cursor. */
export const loadMoreDiagnoses =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (cursor: string): Promise<DiagnosisPage> =>
    adminApi.diagnoses(cursor)
