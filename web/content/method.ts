import type { Band, PillarId } from '#core/model/survey.ts'
import type { RichText } from './document.ts'

/** What the four pillars ask about. */
export const pillarTexts: readonly { id: PillarId; name: string; text: string }[] = [
  {
    id: 'spend',
    name: 'Spend',
    text: 'Whether the month ends with something left, and whether bills are paid when they are due.',
  },
  {
    id: 'save',
    name: 'Save',
    text: 'How many months your savings would carry you, and how sure you feel about the years ahead.',
  },
  { id: 'borrow', name: 'Borrow', text: 'Which debts you have, and whether they can be managed.' },
  {
    id: 'plan',
    name: 'Plan',
    text: 'Whether you look ahead, and whether you are covered if something breaks.',
  },
]

/** What a score means: 0 to 100, both ends included. */
export const bandTexts: readonly {
  id: Band
  name: string
  from: number
  to: number
  text: string
}[] = [
  {
    id: 'vulnerable',
    name: 'Vulnerable',
    from: 0,
    to: 39,
    text: 'The sea is rough. The first steps are about safety, not about speed.',
  },
  {
    id: 'coping',
    name: 'Coping',
    from: 40,
    to: 79,
    text: 'You stay afloat, with effort. One or two areas hold the others back.',
  },
  {
    id: 'healthy',
    name: 'Healthy',
    from: 80,
    to: 100,
    text: 'The boat is steady. Now keep it that way, and enjoy the trip.',
  },
]

/** Sources behind the method. */
export const sources: readonly { title: RichText; text: string }[] = [
  {
    title: 'Financial Health Network: [FinHealth Score](https://finhealthnetwork.org/)',
    text: 'The four areas (spend, save, borrow, plan) and the three bands follow its public framework. The questions, their weights and all the words are our own, so a score here is not an official FinHealth Score.',
  },
  {
    title:
      'B. Klontz, S. L. Britt, J. Mentzer, T. Klontz: [Money Beliefs and Financial Behaviors: Development of the Klontz Money Script Inventory](https://doi.org/10.4148/jft.v2i1.451). Journal of Financial Therapy 2 (1), 2011',
    text: 'The four beliefs come from this research on money scripts. The sixteen statements, the levels and the advice are our own; they are not the inventory, and not a diagnosis.',
  },
]
