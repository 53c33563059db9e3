import { accountMessages } from '#core/model/account-messages.ts'
import { waitWords } from '#core/model/wait-words.ts'
import type { Mailing } from '#core/ports/admin-api.ts'
import type { MailingRefusal } from '#core/use-cases/send-mailing.ts'
import { authWords } from './auth-words.ts'

type Words = {
  /** Opens the form. */
  readonly open: string
  /** Says what the address is used for. */
  readonly hint: string
  readonly submit: string
  readonly sent: string
}

const forgotten = 'What you enter is used for this one email and then deleted.'
const unseen = 'It can take a few minutes. Can’t find it? Check your spam folder.'

const result: Words = {
  open: 'Email me my result',
  hint: `One email with your scores and next steps. ${forgotten}`,
  submit: 'Send',
  sent: `${unseen} We send the same result to an address only once a day.`,
}

export const mailingWords: Readonly<Record<Mailing['kind'], Words>> = {
  survey: result,
  money_belief: result,
  finish_later: {
    open: 'Finish later',
    hint: `One email with a link back to this step. Your answers stay in this browser, so open it here. ${forgotten}`,
    submit: 'Email me the link',
    sent: `${unseen} Your answers stay in this browser for 30 days.`,
  },
}

export const mailingRefusalWords = (refusal: MailingRefusal): string => {
  switch (refusal.kind) {
    case 'email-invalid':
      return accountMessages.email
    case 'outdated':
      return 'The questions have changed since you answered, so we can’t email this result. Save it as a file, or answer again.'
    case 'challenge-failed':
      return authWords.checkFailed
    case 'rate-limited':
      return `You’ve reached our limit for emails. Please try again in ${waitWords(refusal.retryAfterSeconds)}.`
  }
}
