import { createOpeningUseCases } from './opening-use-cases.ts'
import type { Ports } from './ports/ports.ts'
import { createSendingUseCases } from './sending-use-cases.ts'

/** The use cases, bound to the ports they need. */
export const createApp = (ports: Ports) => ({
  ...createOpeningUseCases(ports),
  ...createSendingUseCases(ports),
})

export type App = ReturnType<typeof createApp>
