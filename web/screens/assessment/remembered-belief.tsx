import { useEffect } from 'react'
import type { BeliefId } from '#core/model/money-belief.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import { useHydrated } from '../../app/use-hydrated.tsx'
import { beliefNames } from '../../components/belief-chart.tsx'
import { DominantSentence } from './belief-result-parts.tsx'
import * as styles from './remembered-belief.module.css'

const beliefs = Object.keys(beliefNames) as BeliefId[]

/** Marks a document with the belief that leads in the result the device remembers. */
export const beliefMarkScript =
  `try{let b=JSON.parse(localStorage.getItem(${JSON.stringify(PERSISTED_STATE)})).signUpData.moneyBelief.diagnosis.dominant;` +
  `${JSON.stringify(beliefs)}.includes(b)&&(document.documentElement.dataset.belief=b)}catch{}`

/**
 * The heading of the visitor's own result, long before the application runs: the server sends the sentence of each belief, and
 * the document shows the one that it is marked with.
 */
export const RememberedBelief = () => {
  const isHydrated = useHydrated()
  useEffect(
    () => () => {
      delete document.documentElement.dataset['belief']
    },
    [],
  )
  return (
    <>
      {isHydrated ? null : <script dangerouslySetInnerHTML={{ __html: beliefMarkScript }} />}
      <span className={styles.unknown}>Your result</span>
      {beliefs.map((belief) => (
        <span key={belief} className={styles.belief} data-belief={belief}>
          <DominantSentence dominant={belief} />
        </span>
      ))}
    </>
  )
}
