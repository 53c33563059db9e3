import { describe, expect, it } from 'vitest'
import { answerWords, beliefEvidence, pillarEvidence } from '#core/model/score-evidence.ts'
import type { Questionnaire } from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'

const survey: Questionnaire = {
  kind: 'survey',
  version: '1',
  questions: [
    aQuestion('multiple', {
      id: 'debts',
      prompt: 'Which do you have?',
      options: [
        { id: 'car', label: 'Car loan' },
        { id: 'home', label: 'Mortgage' },
      ],
    }),
    aQuestion('number', { id: 'months', prompt: 'For how many months?' }),
  ],
}

describe('the evidence of a score', () => {
  it('names each question, the words of the answer, and the points it gave', () => {
    const answers = { debts: ['car', 'home'], months: 3 }
    const scored = [
      { question: 'debts', points: 60 },
      { question: 'months', points: 50 },
    ]
    expect(pillarEvidence({ answers: scored }, survey, answers)).toEqual([
      {
        question: 'debts',
        prompt: 'Which do you have?',
        answer: 'Car loan, Mortgage',
        counted: 60,
      },
      { question: 'months', prompt: 'For how many months?', answer: '3', counted: 50 },
    ])
  })

  it.each([
    [1, '1 month'],
    [2, '2 months'],
    [4, '3–5 months'],
  ])('gives the number %d with its unit: %s', (months, answer) => {
    const suggestions = [{ value: 4, label: '3–5' }]
    const question = aQuestion('number', { id: 'months', unit: 'months', suggestions })
    expect(answerWords(question, months)).toBe(answer)
  })

  it('omits unknown questions, and the answer when only its points are known', () => {
    const scored = [
      { question: 'months', value: 4 },
      { question: 'of-another-version', value: 2 },
    ]
    expect(beliefEvidence({ answers: scored }, survey, {})).toEqual([
      { question: 'months', prompt: 'For how many months?', answer: null, counted: 4 },
    ])
  })

  it.each(['single', 'picture'] as const)('names the option of a %s question', (type) => {
    const questionnaire = { ...survey, questions: [aQuestion(type, { id: 'one-of' })] }
    const scored = [{ question: 'one-of', points: 100 }]
    expect(pillarEvidence({ answers: scored }, questionnaire, { 'one-of': 'two' })).toMatchObject([
      { answer: 'The second' },
    ])
  })

  it('names a point of a scale, and an unknown option by its id', () => {
    const statement = { ...survey, questions: [aQuestion('scale', { id: 'belief' })] }
    expect(
      beliefEvidence({ answers: [{ question: 'belief', value: 2 }] }, statement, { belief: 5 }),
    ).toMatchObject([{ answer: '5', counted: 2 }])
    const scored = [{ question: 'debts', points: 60 }]
    expect(pillarEvidence({ answers: scored }, survey, { debts: ['car', 'boat'] })).toMatchObject([
      { answer: 'Car loan, boat' },
    ])
  })
})
