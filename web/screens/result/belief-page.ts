import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { beliefEvidence } from '#core/model/score-evidence.ts'
import { beliefFraction } from './belief-chart.tsx'
import { beliefNames } from '../../content/words/result-names.ts'
import { formatDate } from '../../content/words/money-words.ts'
import { loudnessSentence, mostHeard } from './belief-words.ts'
import type { ResultPage } from './result-page.ts'
import type { Asked } from '../assessment/use-asked.ts'

const partsOf = ({ id, summary, behaviors, steps }: BeliefResult['beliefs'][number]) => [
  { title: beliefNames[id], text: summary },
  { title: `How ${beliefNames[id].toLowerCase()} tends to show up`, points: behaviors },
  { title: `What to do about ${beliefNames[id].toLowerCase()}`, points: steps },
]

/** The money beliefs as a page of their own. */
export const beliefPage = (result: BeliefResult, asked: Asked | null, date: Date): ResultPage => {
  const voices = voicesOf(result.beliefs)
  const inView = mostHeard(voices)
  return {
    title: 'Your four money beliefs',
    date: formatDate(date),
    summary: loudnessSentence(voices),
    scores: voices.all.map(({ id, score, level }) => ({
      name: beliefNames[id],
      words: `${score.toFixed(1)} of 6, ${level}`,
      fraction: beliefFraction(score),
    })),
    parts: inView.flatMap(partsOf),
    more: voices.all.slice(inView.length).flatMap(partsOf),
    evidence: asked
      ? voices.all.map((belief) => ({
          title: `The answers behind ${beliefNames[belief.id].toLowerCase()}, ${belief.score.toFixed(1)} of 6`,
          rows: beliefEvidence(belief, asked.questionnaire, asked.answers).map(
            ({ prompt, counted }) => ({
              prompt,
              answer: null,
              counted: `${counted} of 6`,
            }),
          ),
        }))
      : [],
    footnote: 'Everyone has all four. A loud one doesn’t mean you did something wrong.',
  }
}
