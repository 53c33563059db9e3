import { pillarIds } from '#core/model/survey.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { pillarNames } from '../../content/words/result-names.ts'
import * as styles from './result.module.css'

/**
 * Names the parts of the check-up that the visitor chose not to answer. Nothing when there are
 * none.
 */
export const LeftOut = ({ pillars }: Pick<SurveyResult, 'pillars'>) => {
  const missing = pillarIds.filter((id) => pillars.every((pillar) => pillar.id !== id))
  if (missing.length === 0) return null
  const names = new Intl.ListFormat('en-GB').format(missing.map((id) => pillarNames[id]))
  return (
    <p className={styles.soft}>
      {`You preferred not to say anything about ${names}, so your score leaves ${missing.length === 1 ? 'it' : 'them'} out.`}
    </p>
  )
}
