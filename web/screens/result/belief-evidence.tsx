import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { beliefEvidence } from '#core/model/score-evidence.ts'
import { beliefNames } from '../../content/words/result-names.ts'
import { ScoreEvidence } from './score-evidence.tsx'
import type { Asked } from '../assessment/use-asked.ts'

/** Which answers made each belief's score. Nothing when the statements are not loaded. */
export const BeliefEvidence = ({ result, asked }: { result: BeliefResult; asked: Asked | null }) =>
  asked && (
    <ScoreEvidence
      summary="Which answers made these scores"
      explanation="Each belief’s score is the average of your answers to its four statements, from 1 (strongly disagree) to 6 (strongly agree)."
      from={1}
      to={6}
      groups={voicesOf(result.beliefs).all.map((belief) => ({
        id: belief.id,
        name: beliefNames[belief.id],
        score: `${belief.score.toFixed(1)} of 6`,
        colour: `var(--belief-${belief.id})`,
        answers: beliefEvidence(belief, asked.questionnaire, asked.answers),
      }))}
    />
  )
