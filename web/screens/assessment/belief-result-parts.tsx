import type { CSSProperties } from 'react'
import type { BeliefResult, BeliefVoices } from '#core/model/money-belief.ts'
import { beliefNames } from '../../components/belief-chart.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import type { Elements } from '../../components/elements.ts'
import { loudnessWords, quietWords, sayingOf } from './belief-words.ts'
import * as styles from './result.module.css'

type Belief = BeliefResult['beliefs'][number]

const colourOf = ({ id }: Belief) => ({ '--colour': `var(--belief-${id})` }) as CSSProperties

type TextsProps = { belief: Belief; texts: readonly string[] }

/** How a belief tends to show up. */
export const BeliefBehaviors = ({ belief, texts }: TextsProps) => (
  <ul className={`plain ${styles.points}`} style={colourOf(belief)}>
    {texts.map((behavior) => (
      <li key={behavior}>{behavior}</li>
    ))}
  </ul>
)

/** What to do about a belief, in order. */
export const BeliefSteps = ({ texts }: Pick<TextsProps, 'texts'>) => (
  <ol className={`plain ${styles.numbered}`}>
    {texts.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

/** The belief's name with its level, as a heading. */
const BeliefHeading = ({ belief }: { belief: Belief }) => (
  <h2 className={styles.title}>
    <span>{beliefNames[belief.id]}</span>{' '}
    <span className={`figures ${styles.level}`}>
      {`${belief.score.toFixed(1)} of 6, ${belief.level}`}
    </span>
  </h2>
)

/** Which beliefs speak loudest, as a heading with their names emphasised. */
export const LoudnessSentence = ({ voices }: { voices: BeliefVoices }) => {
  const { names, rest } = loudnessWords(voices)
  const saying = sayingOf(voices)
  return (
    <span>
      {names && <em>{names}</em>}
      <span>{`${names ? ' ' : ''}${rest}${saying ? ': ' : '.'}`}</span>
      {saying && <span className={styles.saying}>{saying}</span>}
    </span>
  )
}

export interface EachBeliefProps {
  voices: BeliefVoices
  /** The content under the name of a belief. */
  children: (belief: Belief) => Elements
  /** The same for the quieter ones, if it differs. */
  ofQuiet?: (belief: Belief) => Elements
}

/** A part for each belief that is heard, and a fold with the others. */
export const EachBelief = ({ voices, children, ofQuiet = children }: EachBeliefProps) => (
  <>
    {voices.heard.map((belief) => (
      <section key={belief.id} className={styles.part}>
        <BeliefHeading belief={belief} />
        {children(belief)}
      </section>
    ))}
    {voices.quiet.length > 0 && (
      <div className={styles.part}>
        <Disclosure summary={quietWords(voices)}>
          {voices.quiet.map((belief) => (
            <section key={belief.id}>
              <BeliefHeading belief={belief} />
              {ofQuiet(belief)}
            </section>
          ))}
        </Disclosure>
      </div>
    )}
  </>
)
