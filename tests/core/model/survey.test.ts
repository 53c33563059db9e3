import { describe, expect, it } from 'vitest'
import {
  applicableAnswers,
  applicableQuestions,
  expectedCount,
  firstOpenStep,
  isAnswered,
} from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'

const questions = [
  aQuestion('multiple', { id: 'debt-kinds' }),
  aQuestion('single', {
    id: 'debt-manageable',
    showWhen: { question: 'debt-kinds', anyOf: ['card', 'loan'] },
  }),
  aQuestion('number', { id: 'months' }),
  aQuestion('single', { id: 'note', required: false }),
]

describe('a questionnaire', () => {
  it('shows a dependent question only after an answer that calls for it', () => {
    expect(
      applicableQuestions(questions, { 'debt-kinds': ['none'] }).map(({ id }) => id),
    ).not.toContain('debt-manageable')
    expect(
      applicableQuestions(questions, { 'debt-kinds': ['card'] }).map(({ id }) => id),
    ).toContain('debt-manageable')
  })

  it('drops answers that no longer apply and answers to unknown questions', () => {
    expect(
      applicableAnswers(questions, {
        'debt-kinds': ['none'],
        'debt-manageable': 'yes',
        ghost: 'x',
      }),
    ).toEqual({
      'debt-kinds': ['none'],
    })
  })

  it('finds the first open step among the questions that apply', () => {
    expect(firstOpenStep(questions, {})).toBe(1)
    expect(firstOpenStep(questions, { 'debt-kinds': ['none'] })).toBe(2)
    expect(firstOpenStep(questions, { 'debt-kinds': ['card'] })).toBe(2)
  })

  it('counts zero as an answer and does not wait for optional questions', () => {
    expect(firstOpenStep(questions, { 'debt-kinds': ['none'], months: 0 })).toBeNull()
  })

  it.each([
    [undefined, false],
    ['', false],
    [[], false],
    [0, true],
    ['a', true],
    [['a'], true],
  ] as const)('treats %j as answered: %s', (answer, expected) =>
    expect(isAnswered(answer)).toBe(expected),
  )

  it('counts a dependent question until an answer rules it out', () => {
    expect(expectedCount(questions, {})).toBe(4)
    expect(expectedCount(questions, { 'debt-kinds': ['card'] })).toBe(4)
    expect(expectedCount(questions, { 'debt-kinds': ['none'] })).toBe(3)
  })

  it('shows a dependent question for a single option and for a list that contains it', () => {
    const called = (answer: string | number | readonly string[]) =>
      applicableQuestions(questions, { 'debt-kinds': answer }).some(
        ({ id }) => id === 'debt-manageable',
      )
    expect([
      called('card'),
      called(['none', 'loan']),
      called('none'),
      called([]),
      called(3),
    ]).toEqual([true, true, false, false, false])
  })

  it('keeps the answers in the order of the questions', () => {
    const answers = applicableAnswers(questions, {
      months: 3,
      'debt-manageable': 'yes',
      'debt-kinds': ['card'],
    })
    expect(Object.entries(answers)).toEqual([
      ['debt-kinds', ['card']],
      ['debt-manageable', 'yes'],
      ['months', 3],
    ])
  })
})
