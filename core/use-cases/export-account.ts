import type { ExportAccountOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export const exportAccount =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (): Promise<ExportAccountOutcome> =>
    adminApi.exportAccount()
