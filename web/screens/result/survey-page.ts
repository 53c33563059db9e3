import { pillarEvidence } from '#core/model/score-evidence.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { pillarNames } from '../../content/words/result-names.ts'
import { formatDate } from '../../content/words/money-words.ts'
import type { ResultPage } from './result-page.ts'
import type { Asked } from '../assessment/use-asked.ts'

/** The check-up's result as a page of its own. */
export const surveyPage = (result: SurveyResult, asked: Asked | null, date: Date): ResultPage => ({
  title: result.headline,
  date: formatDate(date),
  summary: result.summary,
  scores: [
    {
      name: 'Your score',
      words: `${result.score} of 100, ${result.band}`,
      fraction: result.score / 100,
    },
    ...result.pillars.map(({ id, score, band }) => ({
      name: pillarNames[id],
      words: `${score} of 100, ${band}`,
      fraction: score / 100,
    })),
  ],
  parts: [
    {
      title: 'Where to begin',
      points: result.nextSteps.map(({ title, text }) => `${title}: ${text}`),
    },
    ...result.pillars.map(({ id, advice }) => ({ title: pillarNames[id], text: advice })),
  ],
  more: [],
  evidence: asked
    ? result.pillars.map((pillar) => ({
        title: `The answers behind ${pillarNames[pillar.id]}, ${pillar.score} of 100`,
        rows: pillarEvidence(pillar, asked.questionnaire, asked.answers).map(
          ({ prompt, answer, counted }) => ({
            prompt,
            answer,
            counted: `${counted} of 100`,
          }),
        ),
      }))
    : [],
  footnote: 'Coaching on habits, not investment, tax or legal advice.',
})
