import type { CSSProperties } from 'react'
import type { BeliefResult, BeliefVoices } from '#core/model/money-belief.ts'
import { beliefNames } from '../../content/words/result-names.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import type { Elements } from '../../components/elements.ts'
import { loudnessWords, mostHeard, sayingOf } from './belief-words.ts'
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

export interface BeliefListProps {
  voices: BeliefVoices
  /** The content under the name of a belief. */
  children: (belief: Belief, index: number) => Elements
}

type PartsProps = Pick<BeliefListProps, 'children'> & { beliefs: BeliefVoices['all'] }

/** A section for each of the beliefs. */
export const BeliefParts = ({ beliefs, children }: PartsProps) =>
  beliefs.map((belief, index) => (
    <section key={belief.id} className={styles.part}>
      <h2 className={styles.title}>{beliefNames[belief.id]}</h2>
      {children(belief, index)}
    </section>
  ))

/** A section for each of the loudest beliefs, two at most, and a note on where the others are. */
export const HeardBeliefs = ({ voices, children }: BeliefListProps) => {
  const inView = mostHeard(voices)
  return (
    <>
      {inView.length < voices.heard.length && (
        <p className={styles.soft}>
          To keep this short, two are below. The others are under “Read about all four”.
        </p>
      )}
      <BeliefParts beliefs={inView}>{children}</BeliefParts>
    </>
  )
}

/** The full text on all four beliefs, folded. */
export const AllFour = ({ voices, children }: BeliefListProps) => (
  <div className={styles.part}>
    <Disclosure summary="Read about all four">
      {voices.all.map((belief, index) => (
        <section key={belief.id}>
          <h2 className={styles.title}>
            <span>{beliefNames[belief.id]}</span>{' '}
            <span className={`figures ${styles.level}`}>
              {`${belief.score.toFixed(1)} of 6, ${belief.level}`}
            </span>
          </h2>
          {children(belief, index)}
        </section>
      ))}
    </Disclosure>
  </div>
)
