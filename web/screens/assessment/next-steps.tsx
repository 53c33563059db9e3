import type { SurveyResult } from '#core/model/survey.ts'
import * as styles from './result.module.css'

/** Where to begin after the check-up, in order. */
export const NextSteps = ({ steps }: { steps: SurveyResult['nextSteps'] }) => (
  <ol className={`plain ${styles.numbered}`}>
    {steps.map(({ title, text }) => (
      <li key={title}>
        <div>
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
      </li>
    ))}
  </ol>
)
