import { trialReminderAt } from '../domain/notice-rules.ts'
import type { Money } from '../domain/subscription.ts'
import { tellDate, tellMoney } from './formats.ts'
import { accountUrl, forWhat, planFact, planName, recurring, seePlan } from './notice-words.ts'
import type { About, CauseOf, NoticeWriter, NoticeWords } from './notice-words.ts'

const isSame = (one: Money, other: Money): boolean => one.amount === other.amount

const trialStarted = (
  cause: CauseOf<'subscribed'>,
  trialEnd: string,
  about: About,
): NoticeWords => {
  const { price, firstCharge, startedAt } = cause
  const [ends, charge] = [tellDate(trialEnd), tellMoney(firstCharge)]
  const reminder =
    about.plan && trialReminderAt(new Date(startedAt), new Date(trialEnd), about.plan.interval)
  const afterwards = isSame(price, firstCharge)
    ? `it continues at ${recurring(price, about)}`
    : `it continues for ${charge} at first, then ${recurring(price, about)}`
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

export const subscribed: NoticeWriter<'subscribed'> = (cause, about) => {
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

export const trialEnding: NoticeWriter<'trial-ending'> = (
  { charge, startedAt, trialEnd },
  about,
) => {
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

export const renewalAhead: NoticeWriter<'renewal-ahead'> = ({ charge, renewsAt }, about) => {
  const [date, amount] = [tellDate(renewsAt), tellMoney(charge)]
  return {
    subject: `Your plan renews on ${date}: ${amount}`,
    preview: `${amount}${forWhat(about)}, unless you cancel before then.`,
    heading: `Your plan renews on ${date}.`,
    paragraphs: [
      `On that day we’ll charge ${amount}${forWhat(about)}. To keep your plan, you don’t need to do anything.`,
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

const cancelledWhileDue = (
  { accessUntil, owed = null, graceEndsAt = null }: CauseOf<'cancelled'>,
  about: About,
): NoticeWords => {
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
    action: { label: 'See my plan', url: accountUrl(about) },
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because your plan was cancelled.',
  }
}

export const cancelled: NoticeWriter<'cancelled'> = (cause, about) => {
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
    action: { label: 'Resume my plan', url: accountUrl(about) },
    after: ['You keep your account and your results.'],
    reason: 'You’re getting this because your plan was cancelled.',
  }
}

export const resumed: NoticeWriter<'resumed'> = (cause, about) => {
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
      ? 'You’re getting this because a change to your plan was cancelled.'
      : 'You’re getting this because your plan was resumed.',
  }
}

export const planChanged: NoticeWriter<'plan-changed'> = (cause, about) => {
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

export const ended: NoticeWriter<'ended'> = (_cause, about) => ({
  subject: 'Your plan has ended',
  preview: 'Nothing more will be charged for it.',
  heading: 'Your plan has ended.',
  paragraphs: [
    `Your ${about.plan ? `${about.plan.name} ` : ''}plan has ended, and nothing more will be charged for it.`,
    'You keep your account and your results. You can come back whenever it suits you.',
  ],
  facts: [],
  action: { label: 'Open my account', url: accountUrl(about) },
  after: [],
  reason: 'You’re getting this because your plan ended.',
})
