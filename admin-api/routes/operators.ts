import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { isSameSecret } from '../same-secret.ts'

export type OperatorGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The token as sent by a scraper (Bearer) or by a browser (Basic, as the password of any user
 * name).
 */
const givenToken = (authorization: string): string | null => {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return credentials
    case 'basic': {
      const text = Buffer.from(credentials, 'base64').toString()
      return text.slice(text.indexOf(':') + 1)
    }
    default:
      return null
  }
}

/**
 * Allows only operators. Without a token set, everybody is allowed, except in production, where
 * nobody is. Throws 401 `auth/operator`.
 */
export const createOperatorGuard =
  (token: string | null, production: boolean): OperatorGuard =>
  async ({ headers }, reply) => {
    if (token === null && !production) return
    const given = givenToken(headers.authorization ?? '')
    if (token !== null && given !== null && isSameSecret(given, token)) return
    void reply.header('WWW-Authenticate', 'Basic realm="operators", charset="UTF-8"')
    throw new Problem(401, 'auth/operator', 'This is for operators: it needs the OPERATOR_TOKEN.')
  }
