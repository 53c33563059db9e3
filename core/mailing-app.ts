import type { App } from './app.ts'
import type { Ports } from './ports/ports.ts'
import { sendMailing } from './use-cases/send-mailing.ts'

/** The application with the mails a visitor can ask for, which the pages that need them load. */
export const createMailingApp = (ports: Ports, app: App) => ({
  ...app,
  sendMailing: sendMailing(ports),
})

export type MailingApp = ReturnType<typeof createMailingApp>
