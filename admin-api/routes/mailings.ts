import { Type } from 'typebox'
import { isRecorded, recordNotices } from '../data/notices.ts'
import { mailboxDigest, mailingKey, toldOf } from '../domain/mailings.ts'
import type { Mailing } from '../domain/mailings.ts'
import type { Answers, Kind } from '../domain/questionnaire.ts'
import { calculate } from '../domain/scoring.ts'
import { invalid, Problem } from '../problem.ts'
import type { App, Context } from './context.ts'
import { assessmentSchema, closed, dataOf, oneOf, problemSchema, text } from './schemas.ts'
import { personCheck, readEmail } from './visitors.ts'

const { version, answers } = assessmentSchema.properties

const requestSchema = Type.Object(
  {
    email: text({ maxLength: 254 }),
    kind: oneOf('survey', 'money_belief', 'finish_later'),
    /** Only for a result, not for the link back to the sign-up. */
    version: Type.Optional(version),
    answers: Type.Optional(answers),
    challengeToken: Type.Optional(text({ maxLength: 8192 })),
  },
  closed,
)

type Asked = {
  readonly kind: Kind | 'finish_later'
  readonly version?: string
  readonly answers?: Answers
}

/**
 * What the mail says. Its words are our own, whoever asks: a result is scored here, and no text of
 * the caller is sent.
 */
const wordsOf = (asked: Asked) => {
  if (asked.kind === 'finish_later') return { kind: 'finish-later' } as const
  const calculation = calculate(asked.kind, asked.version ?? '', asked.answers ?? {})
  if (calculation.kind === 'rejected') throw invalid(calculation.errors)
  return { kind: 'result', told: toldOf(calculation.result) } as const
}

export const registerMailings = (
  app: App,
  { settings, db, clock, checkChallenge, perMinute, perHour, perDay }: Context,
) => {
  const { rateLimits, mail, ledgerKeys } = settings
  const limitMailbox = perDay('mailings', rateLimits.mailings.perMailboxAndDay)
  const checkPerson = personCheck({ checkChallenge }, 'send_mail')

  app.post(
    '/api/v1/mailings/result',
    {
      config: {
        ...perMinute(rateLimits.publicPosts, 'cheaply'),
        summary: 'Mails a result, or the way back to the sign-up, once a day',
      },
      preHandler: perHour('mailings', rateLimits.mailings.perHour),
      schema: {
        body: requestSchema,
        response: {
          202: dataOf(Type.Object({}, closed)),
          403: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
        },
      },
    },
    async (request, reply) => {
      if (mail === null) throw new Problem(503, 'mail/off', 'No mail is sent from here.')
      const { email, challengeToken, ...asked } = request.body
      const to = readEmail('email', email)
      const mailing: Mailing = { ...wordsOf(asked), to, askedAt: clock().toISOString() }
      await checkPerson(request, challengeToken)
      const mailbox = mailboxDigest(ledgerKeys[0], to)
      const key = mailingKey(mailbox, mailing)
      if (!(await isRecorded(db, key))) {
        await limitMailbox(mailbox, request.log)
        const about = { userId: null, subscriptionId: null }
        await recordNotices(db, about, [{ key, cause: mailing }])
      }
      return reply.code(202).send({ data: {} })
    },
  )
}
