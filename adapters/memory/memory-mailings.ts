import type { FieldError } from '#core/model/failures.ts'
import type { DiagnosisResult } from '#core/model/profile.ts'
import type {
  AssessmentSubmission,
  MailingRequest,
  SendMailingOutcome,
} from '#core/ports/admin-api.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import { mailboxOf } from './memory-billing.ts'
import { invalid, isEmail } from './memory-cards.ts'
import type { MemoryChallenge } from './memory-challenge.ts'

/** `result` is null for the mail with a link back to the sign-up. */
export type MemoryMailing = { readonly to: string; readonly result: DiagnosisResult | null }

const DAY = 24 * 60 * 60 * 1000
const MOST_A_DAY = 3

type Parts = {
  readonly content: {
    readonly calculate: (
      submission: AssessmentSubmission,
    ) =>
      | { readonly kind: 'scored'; readonly result: DiagnosisResult }
      | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
  }
  readonly challenge?: Pick<MemoryChallenge, 'spend'>
  readonly clock: Pick<ClockPort, 'now'>
}

/** The mails that anybody can ask for: each once a day, and three a day to a mailbox. */
export const createMemoryMailings = ({ content, challenge, clock }: Parts) => {
  const sent: (MemoryMailing & { readonly sentAt: number })[] = []

  const resultOf = (request: MailingRequest) =>
    request.kind === 'finish_later'
      ? ({ kind: 'scored', result: null } as const)
      : content.calculate(request)

  const send = (request: MailingRequest): SendMailingOutcome => {
    if (!isEmail(request.email))
      return invalid('email', 'field/invalid', 'It must be an email address.')
    const to = request.email.trim()
    const scored = resultOf(request)
    if (scored.kind === 'rejected') return { kind: 'invalid', errors: scored.errors }
    if (challenge !== undefined && !challenge.spend(request.challengeToken, 'send_mail'))
      return { kind: 'challenge-failed' }
    const now = clock.now().getTime()
    const recent = sent.filter(
      (each) => mailboxOf(each.to) === mailboxOf(to) && now - each.sentAt < DAY,
    )
    const { result } = scored
    if (recent.some((each) => JSON.stringify(each.result) === JSON.stringify(result)))
      return { kind: 'accepted' }
    const [first] = recent
    if (first !== undefined && recent.length >= MOST_A_DAY)
      return {
        kind: 'rate-limited',
        retryAfterSeconds: Math.ceil((first.sentAt + DAY - now) / 1000),
      }
    sent.push({ to, result, sentAt: now })
    return { kind: 'accepted' }
  }

  return { send, sent: (): readonly MemoryMailing[] => sent }
}
