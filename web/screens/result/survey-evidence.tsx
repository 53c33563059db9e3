import { pillarEvidence } from '#core/model/score-evidence.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { pillarNames } from '../../content/words/result-names.ts'
import { ScoreEvidence } from './score-evidence.tsx'
import type { Asked } from '../assessment/use-asked.ts'

/** Which answers made each pillar's score. Nothing when the questions are not loaded. */
export const SurveyEvidence = ({ result, asked }: { result: SurveyResult; asked: Asked | null }) =>
  asked && (
    <ScoreEvidence
      summary="Which answers made these scores"
      explanation="Each answer is worth 0 to 100 points. An area’s score is the average of its answers, and your score is the average of the areas. Questions about you, and any you didn’t answer, don’t count."
      from={0}
      to={100}
      groups={result.pillars.map((pillar) => ({
        id: pillar.id,
        name: pillarNames[pillar.id],
        score: `${pillar.score} of 100`,
        colour: 'var(--tide)',
        answers: pillarEvidence(pillar, asked.questionnaire, asked.answers),
      }))}
    />
  )
