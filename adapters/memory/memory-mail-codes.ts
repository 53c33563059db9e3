import type { AuthMailPort, MailCode, MailCodeRefusal } from '#core/ports/auth-mail.ts'
import { arrive, find, follow, MIN_PASSWORD, reach } from './memory-identity.ts'
import type { MemoryMail, Provider } from './memory-identity.ts'

const kinds: readonly string[] = [
  'reset-password',
  'verify-email',
  'change-email',
  'recover-email',
  'remove-second-factor',
] satisfies MailCode['kind'][]

const isKind = (kind: string): kind is MailCode['kind'] => kinds.includes(kind)

/** The mail with that code while the code can be used, else why it cannot. */
const unused = async (provider: Provider, code: string): Promise<MemoryMail | MailCodeRefusal> => {
  if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
  const mail = provider.mails.find((each) => each.code === code)
  return mail && !provider.opened.has(mail) && provider.accounts.has(mail.userId)
    ? mail
    : { kind: 'link-invalid' }
}

export const createMemoryMailCodes = (provider: Provider): AuthMailPort => {
  /** The code (and password) of a request that succeeded although its answer was lost. */
  let unanswered: string | null = null

  const use = (mail: MemoryMail, password = '') => {
    follow(provider, mail)
    if (provider.state === 'losing') unanswered ??= mail.code + password
    arrive(provider)
  }

  return {
    readMailLink: async (search) => {
      const query = new URLSearchParams(search)
      const [kind, code] = [query.get('mail') ?? '', query.get('code') ?? '']
      return isKind(kind) && code !== ''
        ? { kind, code, continueUrl: query.get('continueUrl') }
        : null
    },
    checkMailCode: async (code) => {
      const mail = await unused(provider, code)
      return 'to' in mail ? { kind: mail.kind, email: mail.to } : mail
    },
    applyMailCode: async (code) => {
      const mail = await unused(provider, code)
      if (!('to' in mail)) return unanswered === code ? { kind: 'applied' } : mail
      if (mail.kind === 'reset-password') return { kind: 'link-invalid' }
      const owner = find(provider, mail.to)
      if (owner && owner.id !== mail.userId) return { kind: 'email-taken' }
      use(mail)
      return { kind: 'applied' }
    },
    resetPassword: async (code, password) => {
      const mail = await unused(provider, code)
      if (!('to' in mail)) return unanswered === code + password ? { kind: 'reset' } : mail
      const account = provider.accounts.get(mail.userId)
      if (mail.kind !== 'reset-password' || !account) return { kind: 'link-invalid' }
      if (password.length < MIN_PASSWORD) return { kind: 'weak-password' }
      account.password = password
      account.emailVerified = true
      use(mail, password)
      return { kind: 'reset' }
    },
  }
}
