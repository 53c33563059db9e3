import type { Cause } from '../domain/notices.ts'
import { tellDate } from './formats.ts'
import type { MailContent } from './mail-content.ts'
import { mailingWords } from './mailing-content.ts'
import { accountUrl } from './notice-words.ts'
import type { About, NoticeWriter, NoticeWords } from './notice-words.ts'
import {
  endedUnpaid,
  onHold,
  paymentFailed,
  paymentRecovered,
  refunded,
} from './payment-notices.ts'
import {
  cancelled,
  ended,
  planChanged,
  renewalAhead,
  resumed,
  subscribed,
  trialEnding,
} from './plan-notices.ts'

const accountDeleted: NoticeWriter<'account-deleted'> = ({ deletedAt }, { siteUrl }) => ({
  subject: 'Your Evenkeel account has been deleted',
  preview: 'Your plan has ended, and nothing more will be charged.',
  heading: 'Your account has been deleted.',
  paragraphs: [
    'Your account, your answers and your results are gone. If you had a plan, it has ended, and nothing more will be charged.',
    'Our payment provider keeps the records of earlier payments for as long as the law requires.',
  ],
  facts: [['Deleted on', tellDate(deletedAt)]],
  action: { label: 'Visit Evenkeel', url: `${siteUrl}/` },
  after: ['This is our last email. We delete your address once it is sent.'],
  reason: 'You’re getting this because the account with this address was deleted.',
})

const emailChanged: NoticeWriter<'email-changed'> = ({ changedAt }, about) => ({
  subject: 'The email address of your account has changed',
  preview: 'If that was you, you don’t need to do anything.',
  heading: 'Your account has a new email address.',
  paragraphs: [
    'Your Evenkeel account now uses a new email address. From now on we’ll write to that one. If that was you, you don’t need to do anything.',
    'If it wasn’t you, open our separate email about the change and follow its link: it restores this address.',
  ],
  facts: [['Changed on', tellDate(changedAt)]],
  action: { label: 'Open my account', url: accountUrl(about) },
  after: [],
  reason: 'You’re getting this because this was your account’s address until now.',
})

const wordsOf = (cause: Cause, about: About): NoticeWords => {
  switch (cause.kind) {
    case 'subscribed':
      return subscribed(cause, about)
    case 'trial-ending':
      return trialEnding(cause, about)
    case 'renewal-ahead':
      return renewalAhead(cause, about)
    case 'payment-failed':
      return paymentFailed(cause, about)
    case 'payment-recovered':
      return paymentRecovered(cause, about)
    case 'cancelled':
      return cancelled(cause, about)
    case 'resumed':
      return resumed(cause, about)
    case 'on-hold':
      return onHold(cause, about)
    case 'ended':
      return ended(cause, about)
    case 'ended-unpaid':
      return endedUnpaid(cause, about)
    case 'plan-changed':
      return planChanged(cause, about)
    case 'refunded':
      return refunded(cause, about)
    case 'account-deleted':
      return accountDeleted(cause, about)
    case 'email-changed':
      return emailChanged(cause, about)
    case 'result':
    case 'finish-later':
      return mailingWords(cause, about.siteUrl)
  }
}

/** What the mail for a cause says. */
export const noticeContent = (cause: Cause, about: About): MailContent => ({
  firstName: about.firstName,
  ...wordsOf(cause, about),
})
