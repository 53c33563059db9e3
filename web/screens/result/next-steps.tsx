import type { SurveyResult } from '#core/model/survey.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import * as styles from './result.module.css'

export interface NextStepsProps {
  steps: SurveyResult['nextSteps']
  /** The level of the steps' headings. */
  level?: 3 | 4
  /** Whether all but the first one are folded. */
  isFolded?: boolean
}

/** The numbered list of a survey result's next steps, each a heading and a text. */
export const NextSteps = ({ steps, level = 3, isFolded = false }: NextStepsProps) => {
  const Heading = `h${level}` as const
  return (
    <ol className={`plain ${styles.numbered}`}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          {isFolded && index > 0 ? (
            <Disclosure summary={title}>
              <p>{text}</p>
            </Disclosure>
          ) : (
            <div>
              <Heading>{title}</Heading>
              <p>{text}</p>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
