import type { CSSProperties } from 'react'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { beliefNames } from '../../components/belief-chart.tsx'
import * as styles from './result.module.css'

type Belief = BeliefResult['beliefs'][number]

/** The dominant belief and the other three, in the result's order. */
export const splitBeliefs = ({
  beliefs,
  dominant,
}: BeliefResult): { lead: Belief; others: readonly Belief[] } => {
  const lead = beliefs.find(({ id }) => id === dominant)
  if (!lead) throw new Error('The result lacks its dominant belief.')
  return { lead, others: beliefs.filter(({ id }) => id !== dominant) }
}

const colourOf = ({ id }: Belief) => ({ '--colour': `var(--belief-${id})` }) as CSSProperties

/** How a belief tends to show up. */
export const BeliefBehaviors = ({ belief }: { belief: Belief }) => (
  <ul className={`plain ${styles.points}`} style={colourOf(belief)}>
    {belief.behaviors.map((behavior) => (
      <li key={behavior}>{behavior}</li>
    ))}
  </ul>
)

/** What to do about a belief, in order. */
export const BeliefSteps = ({ belief }: { belief: Belief }) => (
  <ol className={`plain ${styles.numbered}`}>
    {belief.steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

/** The belief's name with its level, as a heading. */
export const BeliefHeading = ({ belief }: { belief: Belief }) => (
  <h2 className={styles.title}>
    <span>{beliefNames[belief.id]}</span>{' '}
    <span className={`figures ${styles.level}`}>
      {`${belief.score.toFixed(1)} of 6, ${belief.level}`}
    </span>
  </h2>
)

const sayings = {
  avoidance: 'not looking feels safer than knowing.',
  worship: 'a little more will make things right.',
  status: 'what you have says who you are.',
  vigilance: 'it’s safer to watch every step.',
} as const

/** "You lead with avoidance: not looking feels safer than knowing." */
export const dominantSentence = (dominant: BeliefResult['dominant']): string =>
  `You lead with ${beliefNames[dominant].toLowerCase()}: ${sayings[dominant]}`

/** The same as a heading, with the belief emphasised. */
export const DominantSentence = ({ dominant }: Pick<BeliefResult, 'dominant'>) => (
  <span>
    <span>You lead with</span> <em>{beliefNames[dominant].toLowerCase()}</em>
    <span>{`: ${sayings[dominant]}`}</span>
  </span>
)
