import { observer } from 'mobx-react-lite'
import { firstWeeks } from '#core/model/first-weeks.ts'
import { voicesOf } from '#core/model/money-belief.ts'
import { answerWords } from '#core/model/score-evidence.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { resultWords, weekWords } from '../../content/words/first-weeks-words.ts'
import { useAsked } from '../assessment/use-asked.ts'
import { useBeliefResult } from '../result/use-belief-result.ts'
import * as styles from './first-weeks.module.css'

const GOAL = 'main-goal'

/** The goal in the words that were chosen; null when the question is not known here. */
const useGoal = (): string | null => {
  const asked = useAsked('survey')
  const question = asked?.questionnaire.questions.find(({ id }) => id === GOAL)
  return question ? answerWords(question, asked?.answers[GOAL]) : null
}

/** What the plan begins with: the result in a sentence, and a step for each of the first weeks. */
export const FirstWeeks = observer(({ survey }: { survey: SurveyResult }) => {
  const voices = voicesOf(useBeliefResult()?.beliefs ?? [])
  const goal = useGoal()
  return (
    <div>
      <p className={styles.lead}>{resultWords(survey, voices, goal)}</p>
      <ol className={`plain ${styles.weeks}`}>
        {firstWeeks(survey, voices.heard[0]?.id ?? null)
          .map(weekWords)
          .map(({ step, why }) => (
            <li key={why}>
              <span>
                <b className={styles.step}>{step}</b> <span className={styles.why}>{why}</span>
              </span>
            </li>
          ))}
      </ol>
    </div>
  )
})
