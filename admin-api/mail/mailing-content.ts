import { beliefCopy } from '../content/money-belief-copy.ts'
import type { Mailing, ToldResult } from '../domain/mailings.ts'
import type { BeliefId, PillarId } from '../domain/questionnaire.ts'
import { tellDate } from './formats.ts'
import type { MailContent } from './mail-content.ts'

type Of<Kind extends ToldResult['kind']> = Extract<ToldResult, { readonly kind: Kind }>
type Words = Omit<MailContent, 'firstName'>
type ResultWords = Pick<Words, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'facts' | 'lists'>

/** The names that the site shows. */
const pillarNames: Readonly<Record<PillarId, string>> = {
  spend: 'Spend',
  save: 'Save',
  borrow: 'Borrow',
  plan: 'Plan',
}
const beliefNames: Readonly<Record<BeliefId, string>> = {
  avoidance: 'Avoidance',
  worship: 'Worship',
  status: 'Status',
  vigilance: 'Vigilance',
}

const survey = ({ score, band, headline, pillars, nextSteps }: Of<'survey'>): ResultWords => ({
  subject: `Your check-up: ${score} of 100`,
  preview: `${headline}. Your four areas, and where to begin.`,
  heading: `${headline}.`,
  paragraphs: ['Here is the result of your check-up, as you asked.'],
  facts: [
    ['Your score', `${score} of 100, ${band}`],
    ...pillars.map((each) => [pillarNames[each.id], `${each.score} of 100, ${each.band}`] as const),
  ],
  lists: [
    {
      title: 'Where to begin',
      items: nextSteps.map(({ title, text }) => ({ lead: title, text })),
    },
  ],
})

/** A sentence about the loudest beliefs, worded as on the site. */
const loudestWords = (inOrder: Of<'money_belief'>['beliefs']): string => {
  const loudest = inOrder.filter(({ score }) => score === inOrder[0]?.score)
  const level = inOrder[0]?.level ?? 'low'
  if (level === 'low') return 'No belief speaks loudly'
  if (loudest.length === inOrder.length)
    return level === 'high' ? 'All four speak loudly' : 'No belief stands out'
  const names = loudest.map(({ id }, index) =>
    index === 0 ? beliefNames[id] : beliefNames[id].toLowerCase(),
  )
  const speaks = names.length === 1 ? 'speaks' : 'speak'
  return `${new Intl.ListFormat('en-GB').format(names)} ${speaks} ${level === 'high' ? 'loudest' : 'a little louder than the rest'}`
}

/** The beliefs that speak loudly or, if none does, those that stand out a little. */
const heardOf = (inOrder: Of<'money_belief'>['beliefs']): readonly BeliefId[] => {
  const loudest = inOrder.filter(({ score }) => score === inOrder[0]?.score)
  const standsOut = inOrder[0]?.level === 'moderate' && loudest.length < inOrder.length
  const heard = standsOut ? loudest : inOrder.filter(({ level }) => level === 'high')
  return heard.map(({ id }) => id)
}

const moneyBelief = ({ beliefs }: Of<'money_belief'>): ResultWords => {
  const inOrder = beliefs.toSorted((one, other) => other.score - one.score)
  const loudest = loudestWords(inOrder)
  const heard = heardOf(inOrder)
  return {
    subject: `Your money beliefs: ${loudest.charAt(0).toLowerCase()}${loudest.slice(1)}`,
    preview: heard.length > 0 ? 'Your four beliefs, and what helps.' : 'Your four beliefs.',
    heading: `${loudest}.`,
    paragraphs: [
      'Here is the result of your sixteen statements, as you asked. Everyone has all four beliefs. A higher score means one speaks louder, not that you did something wrong.',
      ...(heard.length > 0
        ? heard.map((id) => beliefCopy[id].summary)
        : ['No single belief is steering your money, and that is a result too.']),
    ],
    facts: inOrder.map(({ id, score, level }) => [
      beliefNames[id],
      `${score.toFixed(1)} of 6, ${level}`,
    ]),
    lists: heard.map((id) => ({
      title: heard.length > 1 ? `What helps with ${beliefNames[id].toLowerCase()}` : 'What helps',
      items: beliefCopy[id].steps.map((text) => ({ text })),
    })),
  }
}

const resultWords = (told: ToldResult): ResultWords =>
  told.kind === 'survey' ? survey(told) : moneyBelief(told)

const forgotten =
  'Once this email is sent, we delete your address, unless you have an account. We won’t send anything else.'

/** The words of a mail that somebody asked for. `siteUrl` has no trailing slash. */
export const mailingWords = (mailing: Mailing, siteUrl: string): Words => {
  const asked = tellDate(mailing.askedAt)
  if (mailing.kind === 'result') {
    return {
      ...resultWords(mailing.told),
      action: { label: 'Visit Evenkeel', url: `${siteUrl}/` },
      after: [
        'Your answers are not in this email. They’re in the browser you used, with the full result, and in your account if you have one.',
        forgotten,
      ],
      reason: `You’re getting this because on ${asked} someone asked us to send a result to this address. If it wasn’t you, you don’t need to do anything.`,
    }
  }
  return {
    subject: 'Your way back to Evenkeel',
    preview: 'Your answers are saved in the browser you used.',
    heading: 'Finish when it suits you.',
    paragraphs: [
      'Here’s the link back to your sign-up, as you asked. Nothing has been charged.',
      'Your answers and results are kept in the browser you used, for 30 days after your last visit. Open the link there: on another device you’ll start at the first question, unless you sign in to your account.',
    ],
    facts: [],
    action: {
      label: 'Continue where I left off',
      url: `${siteUrl}/sign-up/choose-subscription-plan`,
    },
    after: [forgotten],
    reason: `You’re getting this because on ${asked} someone asked us to send a sign-up link to this address. If it wasn’t you, you don’t need to do anything.`,
  }
}
