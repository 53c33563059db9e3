import { PortUnavailable } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'

type Method = (...input: readonly unknown[]) => Promise<unknown>

/** The admin API whose code loads with the first call, and again after a failure. */
export const createLazyAdminApi = (load: () => Promise<AdminApiPort>): AdminApiPort =>
  new Proxy({} as AdminApiPort, {
    get: (_target, name: keyof AdminApiPort): Method => {
      return async (...input) => {
        const adminApi = await load().catch((cause: unknown) => {
          throw new PortUnavailable('admin-api', cause)
        })
        return (adminApi[name] as Method)(...input)
      }
    },
  })
