import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { BeliefSteps } from '../result/belief-result-parts.tsx'
import * as styles from '../result/result.module.css'

/** What to do about the visitor's strongest beliefs, as part of a longer page. */
export const BeliefBeginning = ({ beliefs }: Pick<BeliefResult, 'beliefs'>) => {
  const { heard } = voicesOf(beliefs)
  return (
    heard.length > 0 && (
      <div>
        <h3 className={styles.subtitle}>What helps</h3>
        <BeliefSteps texts={heard.flatMap(({ steps }) => steps)} />
      </div>
    )
  )
}
