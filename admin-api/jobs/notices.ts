import type { Database } from '../data/database.ts'
import { findOpenNotice, nearingDatePages, settleNotice } from '../data/notices.ts'
import type { Settlement } from '../data/notices.ts'
import { recordSubscriptionNotices } from '../data/subscription-notices.ts'
import { isLeaving } from '../data/users.ts'
import { isMailing } from '../domain/mailings.ts'
import { datedCausesOf } from '../domain/notice-rules.ts'
import { isWorthSending } from '../domain/notice-validity.ts'
import type { MailPort } from '../mail/mail-port.ts'
import type { FindPlan } from '../payments/plans.ts'

type Log = { info(details: object, message: string): void }

export type NoticeParts = {
  readonly db: Database
  readonly mail: MailPort
  readonly findPlan: FindPlan
  readonly siteUrl: string
  readonly clock: () => Date
  readonly log: Log
}

type Open = NonNullable<Awaited<ReturnType<typeof findOpenNotice>>>

/**
 * The recipient of the notice; null when it should no longer be sent. A name can be any text, so it
 * is used only in mail to an address that its user has confirmed.
 */
const recipientOf = ({ cause, createdAt, user, subscription }: Open, now: Date) => {
  if (!isWorthSending({ cause, createdAt }, subscription, now)) return null
  if (isMailing(cause) || cause.kind === 'account-deleted')
    return { email: cause.to, firstName: null }
  if (user === null || isLeaving(user, now)) return null
  if (cause.kind === 'email-changed')
    return cause.to === user.email ? null : { email: cause.to, firstName: null }
  return { email: user.email, firstName: user.emailVerified ? user.firstName : null }
}

const send = async (parts: NoticeParts, notice: Open): Promise<Settlement> => {
  const { mail, findPlan, siteUrl, clock } = parts
  const recipient = recipientOf(notice, clock())
  if (recipient === null) return 'dropped'
  const { cause, id, subscription } = notice
  const ofPlan = cause.kind === 'plan-changed' ? cause : subscription
  const plan = ofPlan && (await findPlan(ofPlan))
  const { writeNotice } = await import('../mail/notice-mail.ts')
  const written = await writeNotice(cause, {
    plan,
    firstName: recipient.firstName,
    siteUrl,
  })
  const outcome = await mail.send({ id, to: recipient.email, ...written })
  return outcome.kind
}

/**
 * Whether the request that took back a change of plan is still running: it may still cancel,
 * withdraw or change the plan again.
 */
const isUnderWay = ({ cause, isBeingChanged }: Open): boolean =>
  cause.kind === 'resumed' && cause.isKept === true && isBeingChanged === true

/**
 * Sends a notice unless it is settled, then settles it, so that a repeated job sends nothing.
 * Throws when it should be retried; the error does not reveal whose notice it is.
 */
export const deliverNotice = async (parts: NoticeParts, id: string): Promise<void> => {
  const { db, clock, log } = parts
  const notice = await findOpenNotice(db, id)
  if (notice === null) return
  if (isUnderWay(notice)) throw new Error('the subscription is being changed')
  const outcome = await send(parts, notice)
  await settleNotice(db, id, outcome, clock())
  log.info({ notice: id, kind: notice.cause.kind, outcome }, 'notice settled')
}

/** Records the notices that have become due by date since the last scan. */
export const scanDates = async ({ db, findPlan, clock }: NoticeParts): Promise<void> => {
  const now = clock()
  for await (const rows of nearingDatePages(db, now))
    for (const row of rows) {
      const plan = await findPlan(row)
      if (plan !== null)
        await recordSubscriptionNotices(db, row, datedCausesOf(row, plan.interval, now))
    }
}
