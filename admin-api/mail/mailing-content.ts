import { beliefCopy } from '../content/money-belief-copy.ts'
import type { Mailing, ToldResult } from '../domain/mailings.ts'
import type { BeliefId, PillarId } from '../domain/questionnaire.ts'
import { tellDate } from './formats.ts'
import type { MailContent } from './mail-content.ts'

type Of<Kind extends ToldResult['kind']> = Extract<ToldResult, { readonly kind: Kind }>
type Words = Omit<MailContent, 'firstName'>
type ResultWords = Pick<Words, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'facts' | 'lists'>

/** As the site calls them. */
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
  preview: `${headline}. Your four parts, and where to begin.`,
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

const moneyBelief = ({ dominant, beliefs }: Of<'money_belief'>): ResultWords => {
  const name = beliefNames[dominant].toLowerCase()
  const { summary, steps } = beliefCopy[dominant]
  return {
    subject: `Your money beliefs: you lead with ${name}`,
    preview: 'Your four beliefs, and what helps.',
    heading: `You lead with ${name}.`,
    paragraphs: [
      'Here is the result of your sixteen statements, as you asked. Everyone has all four beliefs. A higher score means one speaks louder, not that you did something wrong.',
      summary,
    ],
    facts: beliefs.map(({ id, score, level }) => [
      beliefNames[id],
      `${score.toFixed(1)} of 6, ${level}`,
    ]),
    lists: [{ title: 'What helps', items: steps.map((text) => ({ text })) }],
  }
}

const resultWords = (told: ToldResult): ResultWords =>
  told.kind === 'survey' ? survey(told) : moneyBelief(told)

const forgotten =
  'Once this mail is sent we delete your address, unless you have an account. Nothing else follows.'

/** What a mail says that somebody asked for. `siteUrl` is without a slash at its end. */
export const mailingWords = (mailing: Mailing, siteUrl: string): Words => {
  const asked = tellDate(mailing.askedAt)
  if (mailing.kind === 'result') {
    return {
      ...resultWords(mailing.told),
      action: { label: 'Visit Evenkeel', url: `${siteUrl}/` },
      after: [
        'Your answers are not in this mail. With the whole result they are in the browser where you gave them, and in your account if you have one.',
        forgotten,
      ],
      reason: `You get this because somebody entered this address beside the result on ${asked}. If it wasn’t you, there’s nothing to do.`,
    }
  }
  return {
    subject: 'Your way back to Evenkeel',
    preview: 'Your answers wait in the browser you used.',
    heading: 'Finish when it suits you.',
    paragraphs: [
      'Here is the way back to your sign-up, as you asked. Nothing has been charged.',
      'Your answers and results are kept in the browser you used, for 30 days after your last visit. Open the link there: on another device it begins with the first question, unless you sign in to your account.',
    ],
    facts: [],
    action: {
      label: 'Continue where I left off',
      url: `${siteUrl}/sign-up/choose-subscription-plan`,
    },
    after: [forgotten],
    reason: `You get this because somebody entered this address to finish later on ${asked}. If it wasn’t you, there’s nothing to do.`,
  }
}
