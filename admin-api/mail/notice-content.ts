import { trialReminderAt } from '../domain/notice-rules.ts'
import type { Cause } from '../domain/notices.ts'
import type { Money, Product } from '../domain/subscription.ts'
import { tellDate, tellMoney } from './formats.ts'
import type { MailContent } from './mail-content.ts'
import { mailingWords } from './mailing-content.ts'

export type About = {
  /** Null when it is not known any more. */
  readonly plan: Pick<Product, 'name' | 'interval'> | null
  readonly firstName: string | null
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string
}

type Of<Kind extends Cause['kind']> = Extract<Cause, { readonly kind: Kind }>
type Words = Omit<MailContent, 'firstName'>
type Teller<Kind extends Cause['kind']> = (cause: Of<Kind>, about: About) => Words

const planName = ({ plan }: About): string => plan?.name ?? 'your plan'
const account = ({ siteUrl }: About): string => `${siteUrl}/account`
const seePlan = (about: About) => ({ label: 'See my plan', url: account(about) })

/** `$89.99 a year` */
const recurring = (price: Money, { plan }: About): string =>
  plan === null ? tellMoney(price) : `${tellMoney(price)} a ${plan.interval}`

/** ` for one year of Annual` */
const forWhat = ({ plan }: About): string =>
  plan === null ? ' for your plan' : ` for one ${plan.interval} of ${plan.name}`

const planFact = ({ plan }: About): MailContent['facts'] =>
  plan === null ? [] : [['Plan', plan.name]]

const neverByEmail = ({ siteUrl }: About): string =>
  `We never ask for card details by email. The link above opens ${new URL(siteUrl).host}.`

const noneWentThrough = (about: About): string =>
  `None of our attempts to charge your card for ${planName(about)} went through`

const orStop = (isCancelled: boolean): string =>
  isCancelled
    ? 'You’ve cancelled your plan, so it won’t renew. Once this is paid, nothing more will be charged.'
    : 'Want to stop instead? Cancel your plan in your account.'

const isSame = (one: Money, other: Money): boolean => one.amount === other.amount

const trialStarted = (cause: Of<'subscribed'>, trialEnd: string, about: About): Words => {
  const { price, firstCharge, startedAt } = cause
  const [ends, charge] = [tellDate(trialEnd), tellMoney(firstCharge)]
  const reminder =
    about.plan && trialReminderAt(new Date(startedAt), new Date(trialEnd), about.plan.interval)
  const afterwards = isSame(price, firstCharge)
    ? `it continues at ${recurring(price, about)}`
    : `it continues: ${charge} at first, then ${recurring(price, about)}`
  return {
    subject: `Your free trial has started: ${charge} on ${ends}`,
    preview: `Free until ${ends}. Cancel before then and you pay nothing.`,
    heading: `Free until ${ends}.`,
    paragraphs: [
      `Your free trial has started. If Evenkeel helps, you don’t need to do anything: on ${ends} ${afterwards}.`,
    ],
    facts: [
      ...planFact(about),
      [tellDate(startedAt), tellMoney({ ...firstCharge, amount: 0 })],
      ...(reminder ? [[tellDate(reminder), 'Reminder'] as const] : []),
      [ends, charge],
    ],
    action: seePlan(about),
    after: [
      `To stop, open your account and cancel your plan. Cancel before ${ends} and you pay nothing.`,
    ],
    reason: `You’re getting this because you started a trial on ${tellDate(startedAt)}.`,
  }
}

const subscribed: Teller<'subscribed'> = (cause, about) => {
  const { price, firstCharge, startedAt, trialEnd, periodEnd } = cause
  if (trialEnd !== null) return trialStarted(cause, trialEnd, about)
  return {
    subject: `Your plan has started: ${tellMoney(firstCharge)} on ${tellDate(startedAt)}`,
    preview: `It renews on ${tellDate(periodEnd)}, unless you cancel.`,
    heading: 'Your plan has started.',
    paragraphs: [
      `Thank you for choosing Evenkeel. Your plan costs ${recurring(price, about)} and renews until you cancel.`,
    ],
    facts: [
      ...planFact(about),
      [tellDate(startedAt), tellMoney(firstCharge)],
      ['Renews on', tellDate(periodEnd)],
    ],
    action: seePlan(about),
    after: [
      `To stop, open your account and cancel your plan. You keep access until the end of the period you’ve paid for.`,
    ],
    reason: `You’re getting this because you started a plan on ${tellDate(startedAt)}.`,
  }
}

const trialEnding: Teller<'trial-ending'> = ({ charge, startedAt, trialEnd }, about) => {
  const [ends, amount] = [tellDate(trialEnd), tellMoney(charge)]
  return {
    subject: `Your trial ends on ${ends}: ${amount}`,
    preview: `${amount}${forWhat(about)}, unless you cancel before then.`,
    heading: `Your trial ends on ${ends}.`,
    paragraphs: [
      `On that day we’ll charge ${amount}${forWhat(about)}. If Evenkeel helps, you don’t need to do anything. If it doesn’t, cancel before then.`,
    ],
    facts: [
      [tellDate(startedAt), tellMoney({ ...charge, amount: 0 })],
      [ends, amount],
    ],
    action: seePlan(about),
    after: [`To stop, open your account and cancel your plan before ${ends}, and you pay nothing.`],
    reason: `You’re getting this because you started a trial on ${tellDate(startedAt)}.`,
  }
}

const renewalAhead: Teller<'renewal-ahead'> = ({ charge, renewsAt }, about) => {
  const [date, amount] = [tellDate(renewsAt), tellMoney(charge)]
  return {
    subject: `Your plan renews on ${date}: ${amount}`,
    preview: `${amount}${forWhat(about)}, unless you cancel before then.`,
    heading: `Your plan renews on ${date}.`,
    paragraphs: [
      `On that day we’ll charge ${amount}${forWhat(about)}. To keep it, you don’t need to do anything.`,
    ],
    facts: [
      ['Renews on', date],
      ['Charge', amount],
    ],
    action: seePlan(about),
    after: [`To stop, open your account and cancel your plan before ${date}.`],
    reason: 'You’re getting this because your plan renews soon.',
  }
}

const paymentFailed: Teller<'payment-failed'> = (cause, about) => {
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
    action: { label: 'Use another card', url: account(about) },
    after: [orStop(isCancelled), neverByEmail(about)],
    reason: 'You’re getting this because a payment for your plan failed.',
  }
}

const paymentRecovered: Teller<'payment-recovered'> = (
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

const cancelledWhileDue = (
  { accessUntil, owed = null, graceEndsAt = null }: Of<'cancelled'>,
  about: About,
): Words => {
  const [ends, due] = [tellDate(accessUntil), owed === null ? 'amount' : tellMoney(owed)]
  return {
    subject: `Your plan is cancelled: ${owed === null ? 'a payment' : due} is still due`,
    preview: 'After that, nothing more will be charged.',
    heading: 'Your plan is cancelled.',
    paragraphs: [
      `We’ve cancelled ${planName(about)}, and it won’t renew. The unpaid ${due} is still due; after that, nothing more will be charged.`,
      graceEndsAt === null
        ? `You can use the app again once it’s paid, until ${ends}.`
        : `You keep access until ${tellDate(graceEndsAt)}, and until ${ends} once it’s paid.`,
      `Changed your mind? Resume it before ${ends}.`,
    ],
    facts: [
      ...(owed === null ? [] : [['Still due', due] as const]),
      ...(graceEndsAt === null ? [] : [['Access until', tellDate(graceEndsAt)] as const]),
      ['Ends on', ends],
    ],
    action: { label: 'See my plan', url: account(about) },
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because your plan was cancelled.',
  }
}

const cancelled: Teller<'cancelled'> = (cause, about) => {
  if (cause.owed !== undefined) return cancelledWhileDue(cause, about)
  const { accessUntil, isTrial, isClosed = false } = cause
  const until = tellDate(accessUntil)
  const fact = isClosed ? 'Ends on' : 'Access until'
  return {
    subject: `Your plan is cancelled: ${isClosed ? 'it ends on' : 'access until'} ${until}`,
    preview: `Nothing more will be charged. Resume it before ${until} if you change your mind.`,
    heading: isClosed ? 'Your plan is cancelled.' : `Yours until ${until}.`,
    paragraphs: [
      `We’ve cancelled ${planName(about)}. ${isTrial ? 'Nothing was charged, and nothing will be' : 'Nothing more will be charged'}.`,
      `Changed your mind? Resume it before ${until}, and it ${isClosed ? 'renews then' : 'continues as before'}.`,
    ],
    facts: [[fact, until]],
    action: { label: 'Resume my plan', url: account(about) },
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because your plan was cancelled.',
  }
}

const resumed: Teller<'resumed'> = (cause, about) => {
  const { charge, chargedAt, isKept = false, isClosed = false } = cause
  const [date, amount] = [tellDate(chargedAt), tellMoney(charge)]
  const done = isKept ? 'kept' : 'resumed'
  return {
    subject: `Your plan continues: ${amount} on ${date}`,
    preview: `You’ve ${done} it. Nothing was charged for that.`,
    heading: 'Your plan continues.',
    paragraphs: [
      `You’ve ${done} ${planName(about)}, and it ${isClosed ? 'renews, although a refund has ended your access' : 'continues as before'}. Nothing was charged for that.`,
      `On ${date} we’ll charge ${amount}${forWhat(about)}.`,
    ],
    facts: [
      ['Next charge', amount],
      ['On', date],
    ],
    action: seePlan(about),
    after: [`To stop, open your account and cancel your plan before ${date}.`],
    reason: isKept
      ? 'You’re getting this because a change of your plan was cancelled.'
      : 'You’re getting this because your plan was resumed.',
  }
}

const onHold: Teller<'on-hold'> = ({ owed, isCancelled = false }, about) => {
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
    action: { label: 'Use another card', url: account(about) },
    after: [`${orStop(isCancelled)} You keep your account and your results.`, neverByEmail(about)],
    reason: 'You’re getting this because a payment for your plan failed.',
  }
}

const ended: Teller<'ended'> = (_cause, about) => ({
  subject: 'Your plan has ended',
  preview: 'Nothing more will be charged for it.',
  heading: 'Your plan has ended.',
  paragraphs: [
    `${about.plan?.name ?? 'Your plan'} has ended, and nothing more will be charged for it.`,
    'You keep your account and your results. You can come back whenever it suits you.',
  ],
  facts: [],
  action: { label: 'Open my account', url: account(about) },
  after: [],
  reason: 'You’re getting this because your plan ended.',
})

const endedUnpaid: Teller<'ended-unpaid'> = (_cause, about) => ({
  subject: 'Your plan has ended: the payment didn’t go through',
  preview: 'We won’t try your card again.',
  heading: 'Your plan has ended.',
  paragraphs: [
    `${noneWentThrough(about)}, so your plan has ended. We won’t try the card again.`,
    'You keep your account and your results. You can come back whenever it suits you.',
  ],
  facts: [],
  action: { label: 'Open my account', url: account(about) },
  after: [],
  reason: 'You’re getting this because your plan ended after its payment failed.',
})

const planChanged: Teller<'plan-changed'> = (cause, about) => {
  const { price, startsAt, charged, nextCharge, nextChargeAt } = cause
  const [amount, date] = [tellMoney(nextCharge), tellDate(nextChargeAt)]
  const name = about.plan?.name ?? 'Your new plan'
  const cost = `${name} costs ${recurring(price, about)} and renews until you cancel.`
  const facts = [
    ...(about.plan === null
      ? []
      : [[startsAt === null ? 'Plan' : 'New plan', about.plan.name] as const]),
    ...(charged === null ? [] : [['Charged for the change', tellMoney(charged)] as const]),
    ['Next charge', amount],
    ['On', date],
  ] as const
  const common = {
    facts,
    action: seePlan(about),
    reason: 'You’re getting this because your plan was changed.',
  }
  if (startsAt !== null) {
    return {
      ...common,
      subject: `Your plan changes on ${tellDate(startsAt)}`,
      preview: `${name} starts then, at ${recurring(price, about)}. Nothing was charged for the change.`,
      heading: `${name} starts on ${tellDate(startsAt)}.`,
      paragraphs: [
        `Until then your plan stays as it is, and nothing was charged for the change. ${cost}`,
      ],
      after: [
        `Changed your mind? Open your account before ${tellDate(startsAt)} and keep your current plan.`,
      ],
    }
  }
  return {
    ...common,
    subject:
      charged === null ? 'Your plan has changed' : `Your plan has changed: ${tellMoney(charged)}`,
    preview: `The next charge is ${amount} on ${date}.`,
    heading:
      about.plan === null ? 'Your plan has changed.' : `Your plan is now ${about.plan.name}.`,
    paragraphs: [
      charged === null
        ? `Nothing was charged for the change. ${cost}`
        : `We’ve charged ${tellMoney(charged)}: the new price, less a credit for the unused time on your previous plan. ${cost}`,
    ],
    after: ['To stop, open your account and cancel your plan.'],
  }
}

const refunded: Teller<'refunded'> = (cause, about) => {
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
    action: hasEnded ? { label: 'Open my account', url: account(about) } : seePlan(about),
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because a payment for your plan was refunded.',
  }
}

const accountDeleted: Teller<'account-deleted'> = ({ deletedAt }, { siteUrl }) => ({
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

const emailChanged: Teller<'email-changed'> = ({ changedAt }, about) => ({
  subject: 'The email address of your account has changed',
  preview: 'If that was you, you don’t need to do anything.',
  heading: 'Your account has a new email address.',
  paragraphs: [
    'Your Evenkeel account now uses a new email address. From now on we’ll write to that one. If that was you, you don’t need to do anything.',
    'If it wasn’t you, open our separate email about the change and follow its link: it restores this address.',
  ],
  facts: [['Changed on', tellDate(changedAt)]],
  action: { label: 'Open my account', url: account(about) },
  after: [],
  reason: 'You’re getting this because this was your account’s address until now.',
})

const wordsOf = (cause: Cause, about: About): Words => {
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
