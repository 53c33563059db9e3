import type { App } from './app.ts'
import type { Ports } from './ports/ports.ts'
import { saveDiagnoses } from './use-cases/save-diagnoses.ts'
import { sendMailing } from './use-cases/send-mailing.ts'

/** The application plus the use cases for finished results, loaded once there is one. */
export const createResultsApp = (ports: Ports, app: App) => ({
  ...app,
  saveDiagnoses: saveDiagnoses(ports),
  sendMailing: sendMailing(ports),
})

export type ResultsApp = ReturnType<typeof createResultsApp>
