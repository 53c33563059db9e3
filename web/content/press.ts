import { mailLink } from './organisation.ts'
import type { RichText } from './document.ts'

export interface PressRelease {
  /** Its anchor. */
  id: string
  /** ISO date. */
  date: string
  place: string
  title: string
  paragraphs: readonly RichText[]
}

/** Sample releases, newest first; to be replaced by the owner. */
export const releases: readonly PressRelease[] = [
  {
    id: 'check-up-without-account',
    date: '2026-11-17',
    place: 'Bergen',
    title: 'A money check-up that does not ask who you are',
    paragraphs: [
      'Evenkeel has opened its check-up to everyone. Eleven questions show where someone stands in spending, saving, borrowing and planning; sixteen statements show which of four money beliefs speaks loudest. Each result appears as soon as its part is finished, free of charge and without an account.',
      '“The people who need it most are those who would never type their name into a form about money,” says Ines Okafor, one of Evenkeel’s founders. “So the form comes last.”',
      'Anyone who wants to go further can choose a monthly or an annual plan with free days, and continue with coaching in the mobile app.',
    ],
  },
  {
    id: 'published-method',
    date: '2026-10-06',
    place: 'Bergen',
    title: 'Evenkeel publishes how its scores are worked out',
    paragraphs: [
      'Which questions count, what a band means and which research stands behind the four beliefs: all of it can now be read on one page, [How it works](/how-it-works). The method follows the public framework of the Financial Health Network and research on money scripts in the Journal of Financial Therapy.',
      '“A number about your money should come with its recipe,” says Mei Arakawa, who writes the questions.',
    ],
  },
  {
    id: 'founding',
    date: '2026-03-02',
    place: 'Bergen',
    title: 'A debt adviser and a software engineer start Evenkeel',
    paragraphs: [
      'Ines Okafor and Tomas Lindqvist have founded Evenkeel, a company for coaching on habits and beliefs about money. It is paid for only by its members: it takes no commission, shows no advertising and sells no data.',
    ],
  },
]

/** The text that may be quoted verbatim. */
export const boilerplate =
  'Evenkeel offers coaching for a steadier way with money. A five-minute check-up shows where people stand, sixteen statements show what they believe about money, and a coach in the mobile app works with both. The check-up is free and needs no account.'

export interface KitColour {
  name: string
  /** What it is for. */
  use: string
  light: string
  dark: string
}

/** The colours of styles/tokens.css that make up the brand; a test keeps the two equal. */
export const kitColours: readonly KitColour[] = [
  { name: 'Ink', use: 'Text, and the hull of the boat', light: '#0f2a33', dark: '#e8f0ee' },
  { name: 'Foam', use: 'The page', light: '#f5f8f7', dark: '#0b1e25' },
  { name: 'Tide', use: 'Links, buttons and progress', light: '#0a6663', dark: '#5cc9be' },
  { name: 'Buoy', use: 'The one accent: labels, the sun', light: '#c8401b', dark: '#ff8a66' },
  { name: 'Sand', use: 'Summaries and behind pictures', light: '#f2e6cc', dark: '#1b3138' },
]

export const pressContact: RichText = `For questions, pictures or an interview, write to ${mailLink('press')}.`
