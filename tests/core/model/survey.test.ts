import { describe, expect, it } from 'vitest'
import {
  applicableAnswers,
  applicableQuestions,
  expectedCount,
  firstOpenStep,
  questionsForAll,
  DECLINED,
  areSameAnswers,
  isAnswerTo,
} from '#core/model/survey.ts'
import type { Answer } from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'

const optionsOf = (...ids: readonly string[]) => ids.map((id) => ({ id, label: id }))

const questions = [
  aQuestion('multiple', { id: 'debt-kinds', options: optionsOf('card', 'loan', 'none') }),
  aQuestion('single', {
    id: 'debt-manageable',
    options: optionsOf('yes', 'no'),
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

  it('finds the first unanswered step among the questions that apply', () => {
    expect(firstOpenStep(questions, {})).toBe(1)
    expect(firstOpenStep(questions, { 'debt-kinds': ['none'] })).toBe(2)
    expect(firstOpenStep(questions, { 'debt-kinds': ['card'] })).toBe(2)
  })

  it('counts zero as an answer and does not wait for optional questions', () => {
    expect(firstOpenStep(questions, { 'debt-kinds': ['none'], months: 0 })).toBeNull()
  })

  it('asks again when an answer is not valid for its question, and drops the answer', () => {
    const answers = { 'debt-kinds': ['none'], months: 99 }
    expect(firstOpenStep(questions, answers)).toBe(2)
    expect(applicableAnswers(questions, answers)).toEqual({ 'debt-kinds': ['none'] })
  })

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

  it('asks everybody the questions before the first dependent one', () => {
    expect(questionsForAll(questions).map(({ id }) => id)).toEqual(['debt-kinds'])
    expect(questionsForAll(questions.slice(2))).toEqual(questions.slice(2))
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

describe('an answer', () => {
  const single = aQuestion('single')
  const number = aQuestion('number')
  const multiple = aQuestion('multiple', {
    options: [...optionsOf('one', 'two'), { id: 'none', label: 'None', exclusive: true }],
  })
  const declinable = { ...multiple, declinable: true }

  it.each<[string, Parameters<typeof isAnswerTo>[0], Answer | undefined, boolean]>([
    ['nothing', single, undefined, false],
    ['an empty text', single, '', false],
    ['an option', single, 'two', true],
    ['a picture', aQuestion('picture'), 'one', true],
    ['an unknown option', single, 'three', false],
    ['a list instead of one option', single, ['one'], false],
    ['several options', multiple, ['one', 'two'], true],
    ['no option', multiple, [], false],
    ['one option instead of a list', multiple, 'one', false],
    ['an option twice', multiple, ['one', 'one'], false],
    ['a list with an unknown option', multiple, ['one', 'three'], false],
    ['an exclusive option alone', multiple, ['none'], true],
    ['an exclusive option together with another', multiple, ['one', 'none'], false],
    ['the smallest number', number, 0, true],
    ['the largest number', number, 36, true],
    ['a number above the maximum', number, 37, false],
    ['a number below the minimum', number, -1, false],
    ['a fraction', number, 1.5, false],
    ['a number as text', number, '3', false],
    ['a point of a scale', aQuestion('scale'), 6, true],
    ['a declined answer', declinable, DECLINED, true],
    ['a declined answer in a list', declinable, [DECLINED], false],
    ['a declined answer where none is accepted', multiple, DECLINED, false],
  ])('is accepted if it is valid and refused if not: %s', (_, question, answer, expected) =>
    expect(isAnswerTo(question, answer)).toBe(expected),
  )

  it('is compared by its value, whatever the order of the answers', () => {
    expect(areSameAnswers({ a: 1, b: ['x'] }, { b: ['x'], a: 1 })).toBe(true)
    expect(areSameAnswers({ a: 1 }, { a: 2 })).toBe(false)
    expect(areSameAnswers({ a: 1 }, { b: 1 })).toBe(false)
    expect(areSameAnswers({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  })
})
