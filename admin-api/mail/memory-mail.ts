import { MailUnavailable } from './mail-port.ts'
import type { MailMessage, MailPort } from './mail-port.ts'

export type MemoryMail = MailPort & {
  /** What was accepted, in order. */
  readonly sent: readonly MailMessage[]
  /** Sets how the server answers from now on. */
  behave(as: 'accepting' | 'refusing' | 'unavailable'): void
}

/** The mail port in memory. */
export const createMemoryMail = (): MemoryMail => {
  const sent: MailMessage[] = []
  let behaviour: Parameters<MemoryMail['behave']>[0] = 'accepting'
  return {
    sent,
    behave: (as) => {
      behaviour = as
    },
    send: async (message) => {
      if (behaviour === 'unavailable') throw new MailUnavailable(null)
      if (behaviour === 'refusing') return { kind: 'refused', code: 550 }
      sent.push(message)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
}
