import { domainToASCII } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { invalid, Problem } from '../problem.ts'
import { logSecurityEvent } from '../security-events.ts'
import type { Context } from './context.ts'

/**
 * Excludes quotes, comments and invisible characters, which allow many spellings of one mailbox,
 * and characters that end or escape a host name.
 */
const looksLikeEmail = /^[^\s@"\\()<>,;:\p{C}]+@([^\s@./?#%\\]+(\.[^\s@./?#%\\]+)+)$/u

/** The address without spaces around it. Throws 422 naming the field when it cannot be one. */
export const readEmail = (path: string, given: string): string => {
  const email = given.trim()
  const domain = looksLikeEmail.exec(email)?.[1]
  if (domain !== undefined && domainToASCII(domain) !== '') return email
  throw invalid([{ path, code: 'field/invalid', message: 'It must be an email address.' }])
}

/**
 * Returns a check that a person is asking to do `action`; it passes everybody when challenges are
 * off. Throws 403 `challenge/failed`.
 */
export const personCheck =
  ({ checkChallenge }: Pick<Context, 'checkChallenge'>, action: string) =>
  async ({ log }: FastifyRequest, token: string | undefined): Promise<void> => {
    if (checkChallenge === null) return
    if (token !== undefined && (await checkChallenge(token, action))) return
    logSecurityEvent(log, { kind: 'challenge-failed', actor: null })
    throw new Problem(
      403,
      'challenge/failed',
      'We could not tell that a person is asking. Please try again.',
    )
  }
