import { applyActionCode, checkActionCode, confirmPasswordReset } from 'firebase/auth'
import type { ActionCodeInfo, Auth } from 'firebase/auth'
import type { AuthMailPort, MailCode, MailCodeRefusal, MailLink } from '#core/ports/auth-mail.ts'
import { codeOf, isOutage, outcomeOf } from './firebase-errors.ts'

const refusals = {
  'auth/invalid-action-code': 'link-invalid',
  'auth/user-not-found': 'link-invalid',
  'auth/user-token-expired': 'link-invalid',
  'auth/expired-action-code': 'link-expired',
  'auth/user-disabled': 'user-disabled',
} as const

const applyKinds = { ...refusals, 'auth/email-already-in-use': 'email-taken' } as const

const resetKinds = {
  ...refusals,
  'auth/weak-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
} as const

const kinds: Readonly<Record<string, MailCode['kind']>> = {
  PASSWORD_RESET: 'reset-password',
  VERIFY_EMAIL: 'verify-email',
  VERIFY_AND_CHANGE_EMAIL: 'change-email',
  RECOVER_EMAIL: 'recover-email',
  REVERT_SECOND_FACTOR_ADDITION: 'remove-second-factor',
}

const modes: Readonly<Record<string, MailCode['kind']>> = {
  resetPassword: 'reset-password',
  verifyEmail: 'verify-email',
  verifyAndChangeEmail: 'change-email',
  recoverEmail: 'recover-email',
  revertSecondFactorAddition: 'remove-second-factor',
}

const readMailLink = (search: string): MailLink | null => {
  const query = new URLSearchParams(search)
  const kind = modes[query.get('mode') ?? '']
  const code = query.get('oobCode') ?? ''
  return kind && code !== '' ? { kind, code, continueUrl: query.get('continueUrl') } : null
}

const translate = ({ operation, data }: ActionCodeInfo): MailCode | MailCodeRefusal => {
  const kind = kinds[operation]
  return kind ? { kind, email: data.email ?? '' } : { kind: 'link-invalid' }
}

export const createFirebaseMailCodes = (auth: Auth): AuthMailPort => {
  /** The code (and password) of a request that may have succeeded although its answer was lost. */
  let unanswered: string | null = null

  const use = async <Done extends string, Kind extends string>(
    done: Done,
    kinds: Readonly<Record<string, Kind>>,
    sent: string,
    request: Promise<void>,
  ) => {
    try {
      await request
      return { kind: done }
    } catch (error) {
      if (isOutage(error)) unanswered ??= sent
      return codeOf(error) === 'auth/invalid-action-code' && sent === unanswered
        ? { kind: done }
        : outcomeOf(error, kinds)
    }
  }

  return {
    readMailLink: async (search) => readMailLink(search),
    checkMailCode: async (code) => {
      if (code === '') return { kind: 'link-invalid' }
      try {
        return translate(await checkActionCode(auth, code))
      } catch (error) {
        return outcomeOf(error, refusals)
      }
    },
    applyMailCode: async (code) =>
      code === ''
        ? { kind: 'link-invalid' }
        : use('applied', applyKinds, code, applyActionCode(auth, code)),
    resetPassword: async (code, password) => {
      if (code === '') return { kind: 'link-invalid' }
      // Without a password, the service answers as if it had set one.
      if (password === '') return { kind: 'weak-password' }
      return use('reset', resetKinds, code + password, confirmPasswordReset(auth, code, password))
    },
  }
}
