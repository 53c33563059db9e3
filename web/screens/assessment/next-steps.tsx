import type { SurveyResult } from '#core/model/survey.ts'
import * as styles from './result.module.css'

export interface NextStepsProps {
  steps: SurveyResult['nextSteps']
  /** Of their headings. */
  level?: 3 | 4
}

/** The numbered list of a survey result's next steps, each a heading and a text. */
export const NextSteps = ({ steps, level = 3 }: NextStepsProps) => {
  const Heading = `h${level}` as const
  return (
    <ol className={`plain ${styles.numbered}`}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <div>
            <Heading>{title}</Heading>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
