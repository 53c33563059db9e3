// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { Questionnaire } from '#core/model/survey.ts'
import { beliefPage } from '#web/screens/result/belief-page.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { resultPageHtml } from '#web/screens/result/result-page.ts'

const belief = (id: BeliefResult['dominant'], score: number): BeliefResult['beliefs'][number] => ({
  id,
  score,
  level: 'high',
  summary: `About ${id}.`,
  behaviors: [`${id} shows`],
  steps: [`${id} <step>`],
  answers: [{ question: `q-${id}`, value: 5 }],
})

const result: BeliefResult = {
  kind: 'money_belief',
  version: '1',
  dominant: 'status',
  beliefs: [
    belief('avoidance', 2),
    belief('worship', 3),
    belief('status', 5),
    belief('vigilance', 1),
  ],
}

const questionnaire: Questionnaire = {
  kind: 'money_belief',
  version: '1',
  questions: result.beliefs.map(({ id }) =>
    aQuestion('scale', { id: `q-${id}`, prompt: `A statement of ${id} & more` }),
  ),
}

const html = resultPageHtml(
  beliefPage(result, { questionnaire, answers: {} }, new Date('2026-11-21T12:00:00Z')),
  {
    language: 'en',
    name: 'Evenkeel',
  },
)
const page = new DOMParser().parseFromString(html, 'text/html')

describe('a result saved as a file', () => {
  it('lists all four beliefs with their scores, the loudest first', () => {
    const rows = [...page.querySelectorAll('table')[0]!.querySelectorAll('tr')].map(
      ({ textContent }) => textContent,
    )
    expect(rows).toEqual([
      'Status5.0 of 6, high',
      'Worship3.0 of 6, high',
      'Avoidance2.0 of 6, high',
      'Vigilance1.0 of 6, high',
    ])
  })

  it('lists the answers behind each score, how each belief shows up and what to do', () => {
    expect(page.body.textContent).toContain('A statement of vigilance & more')
    expect(page.body.textContent).toContain('worship shows')
    expect(page.body.textContent).toContain('status <step>')
    expect(page.body.textContent).toContain('21\u00a0November 2026')
  })

  it('contains no script and no external resource', () => {
    expect(page.querySelectorAll('script, link, img, [src], [href]')).toHaveLength(0)
  })
})
