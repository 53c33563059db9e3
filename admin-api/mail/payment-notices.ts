import { tellDate, tellMoney } from './formats.ts'
import { accountUrl, planName, seePlan } from './notice-words.ts'
import type { About, NoticeWriter } from './notice-words.ts'

const neverByEmail = ({ siteUrl }: About): string =>
  `We never ask for card details by email. The link above opens ${new URL(siteUrl).host}.`

const noneWentThrough = (about: About): string =>
  `None of our attempts to charge your card for ${planName(about)} went through`

const orStop = (isCancelled: boolean): string =>
  isCancelled
    ? 'You’ve cancelled your plan, so it won’t renew. Once this is paid, nothing more will be charged.'
    : 'Want to stop instead? Cancel your plan in your account.'

export const paymentFailed: NoticeWriter<'payment-failed'> = (cause, about) => {
  const { amount, attemptedAt, nextAttemptAt, card, accessUntil, isCancelled = false } = cause
  const [sum, tried] = [tellMoney(amount), tellDate(attemptedAt)]
  const failed = card ? ` with your ${card.brand} ending ${card.last4} failed` : ' failed'
  const purpose = isCancelled ? 'pay what is still due' : 'keep your plan'
  return {
    subject: `Your payment of ${sum} didn’t go through`,
    preview:
      nextAttemptAt === null
        ? `Please use another card to ${purpose}.`
        : `We’ll try again on ${tellDate(nextAttemptAt)}.`,
    heading: `${sum} didn’t go through.`,
    paragraphs: [
      `The payment for ${planName(about)} on ${tried}${failed}. It happens, often when a card has expired or the bank wants you to confirm a payment.`,
      ...(nextAttemptAt === null
        ? [`We won’t try this card again. Please use another one to ${purpose}.`]
        : []),
      ...(accessUntil ? [`You keep full access until ${tellDate(accessUntil)}.`] : []),
    ],
    facts: [
      ['Amount', sum],
      ...(card ? [['Card', `${card.brand} •••• ${card.last4}`] as const] : []),
      ['Tried on', tried],
      ...(nextAttemptAt === null ? [] : [['Next attempt', tellDate(nextAttemptAt)] as const]),
      ...(accessUntil ? [['Access until', tellDate(accessUntil)] as const] : []),
    ],
    action: { label: 'Use another card', url: accountUrl(about) },
    after: [orStop(isCancelled), neverByEmail(about)],
    reason: 'You’re getting this because a payment for your plan failed.',
  }
}

export const paymentRecovered: NoticeWriter<'payment-recovered'> = (
  { price, periodEnd, isCancelled = false },
  about,
) => ({
  subject: 'Your payment went through',
  preview: isCancelled ? 'Nothing more will be charged.' : 'Your plan continues as before.',
  heading: 'Your payment went through.',
  paragraphs: [
    isCancelled
      ? `Thank you. You’ve cancelled ${planName(about)}: it’s yours until ${tellDate(periodEnd)}, and nothing more will be charged.`
      : `Thank you. Nothing more is due now, and ${planName(about)} continues as before.`,
  ],
  facts: isCancelled
    ? [['Access until', tellDate(periodEnd)]]
    : [
        ['Next charge', tellMoney(price)],
        ['On', tellDate(periodEnd)],
      ],
  action: seePlan(about),
  after: [],
  reason: 'You’re getting this because an earlier payment for your plan had failed.',
})

export const onHold: NoticeWriter<'on-hold'> = ({ owed, isCancelled = false }, about) => {
  const amount = tellMoney(owed)
  return {
    subject: `Your plan is on hold until ${amount} is paid`,
    preview: 'We won’t try your card again. Pay with another one to use the app again.',
    heading: 'Your plan is on hold.',
    paragraphs: [
      `${noneWentThrough(about)}. We won’t try the card again, and you can’t use the app until ${amount} is paid.`,
      `Use another card in your account: we’ll charge ${amount}, and you can use the app again at once.`,
    ],
    facts: [['Amount due', amount]],
    action: { label: 'Use another card', url: accountUrl(about) },
    after: [`${orStop(isCancelled)} You keep your account and your results.`, neverByEmail(about)],
    reason: 'You’re getting this because a payment for your plan failed.',
  }
}

export const endedUnpaid: NoticeWriter<'ended-unpaid'> = (_cause, about) => ({
  subject: 'Your plan has ended: the payment didn’t go through',
  preview: 'We won’t try your card again.',
  heading: 'Your plan has ended.',
  paragraphs: [
    `${noneWentThrough(about)}, so your plan has ended. We won’t try the card again.`,
    'You keep your account and your results. You can come back whenever it suits you.',
  ],
  facts: [],
  action: { label: 'Open my account', url: accountUrl(about) },
  after: [],
  reason: 'You’re getting this because your plan ended after its payment failed.',
})

export const refunded: NoticeWriter<'refunded'> = (cause, about) => {
  const { amount, isInAll = false, card, refundedAt, hasEnded } = cause
  const sum = tellMoney(amount)
  const inAll = isInAll ? `${sum} in all` : sum
  const where = card === null ? 'the card you paid with' : `your ${card.brand} ending ${card.last4}`
  return {
    subject: `We’ve refunded ${inAll}`,
    preview: `It’s on its way to ${where}.`,
    heading: `${isInAll ? 'Your money' : sum} is on its way back.`,
    paragraphs: [
      `We’ve refunded ${inAll} to ${where}. Your bank usually shows it within 5 to 10 days.`,
      hasEnded
        ? 'The plan that this payment was for has ended, and so has the access it gave you. Nothing more will be charged for it.'
        : `Your access to ${planName(about)} has ended. Unless you’ve cancelled it, the plan still renews.`,
    ],
    facts: [
      ['Refunded', inAll],
      ...(card === null ? [] : [['To', `${card.brand} •••• ${card.last4}`] as const]),
      ['On', tellDate(refundedAt)],
    ],
    action: hasEnded ? { label: 'Open my account', url: accountUrl(about) } : seePlan(about),
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because a payment for your plan was refunded.',
  }
}
