import { describe, expect, it } from 'vitest'
import { readQuestion } from '#core/model/question.ts'
import { readQuestionnaire } from '#core/model/survey.ts'
import { aQuestion, questionTypes } from '#tests/support/questions.ts'

describe('a question from outside', () => {
  it.each(questionTypes)(
    'is read completely when its type is %s, without unknown fields',
    (type) => {
      const question = {
        ...aQuestion(type),
        help: 'Take your time.',
        why: 'It shapes the advice.',
        declinable: true,
        showWhen: { question: 'debts', anyOf: ['card'] },
      }
      expect(readQuestion({ ...question, points: 3 })).toEqual(question)
    },
  )

  it('may say what a number counts and what the highest one means', () => {
    const question = aQuestion('number', { unit: 'months', maxLabel: 'Three years or more' })
    expect(readQuestion(question)).toEqual(question)
    expect(readQuestion({ ...question, unit: 1, maxLabel: null })).toEqual(aQuestion('number'))
  })

  it.each([
    ['an unknown type', { ...aQuestion('single'), type: 'slider' }],
    ['no prompt', { ...aQuestion('scale'), prompt: undefined }],
    ['no options', { ...aQuestion('single'), options: undefined }],
    ['an empty list of options', { ...aQuestion('picture'), options: [] }],
    ['an option without a label', { ...aQuestion('multiple'), options: [{ id: 'one' }] }],
    ['a minimum above its maximum', { ...aQuestion('number'), min: 37 }],
    ['no maximum', { ...aQuestion('number'), max: undefined }],
    ['a scale without words at its ends', { ...aQuestion('scale'), minLabel: undefined }],
    ['a condition without its question', { ...aQuestion('single'), showWhen: { anyOf: ['card'] } }],
  ])('is refused with %s', (_, value) => expect(readQuestion(value)).toBeNull())

  it.each([
    ['an id that is not text', { ...aQuestion('single'), id: 7 }],
    ['a `required` that is not a boolean', { ...aQuestion('single'), required: 'yes' }],
    ['options that are not a list', { ...aQuestion('single'), options: 'one' }],
    ['an option without an id', { ...aQuestion('single'), options: [{ label: 'One' }] }],
    ['a null among its options', { ...aQuestion('single'), options: [null] }],
    ['a condition that is not an object', { ...aQuestion('single'), showWhen: 'debts' }],
    [
      'a condition without its options',
      { ...aQuestion('single'), showWhen: { question: 'debts', anyOf: 'card' } },
    ],
    [
      'a condition with an option that is not text',
      { ...aQuestion('single'), showWhen: { question: 'debts', anyOf: ['card', 1] } },
    ],
    ['a minimum that is not whole', { ...aQuestion('number'), min: 0.5 }],
    ['a maximum that is not a number', { ...aQuestion('number'), max: '36' }],
    ['a prompt that is not text', { ...aQuestion('number'), prompt: 7 }],
    ['a scale with too many points', { ...aQuestion('scale'), min: 0, max: 21 }],
    ['a scale without words at its upper end', { ...aQuestion('scale'), maxLabel: 6 }],
    [
      'the name of a built-in object property as its type',
      { ...aQuestion('single'), type: 'constructor' },
    ],
    ['no type', { ...aQuestion('single'), type: undefined }],
  ])('is refused when it has %s', (_, value) => expect(readQuestion(value)).toBeNull())

  it('may have equal limits, and a scale of twenty steps', () => {
    expect(readQuestion({ ...aQuestion('number'), min: 3, max: 3 })).not.toBeNull()
    expect(readQuestion({ ...aQuestion('scale'), min: 0, max: 20 })).not.toBeNull()
    expect(readQuestion({ ...aQuestion('scale'), min: 15, max: 20 })).not.toBeNull()
  })

  it('drops optional fields that are not valid', () => {
    const question = aQuestion('multiple')
    const options = question.options.map((option) => ({ ...option, exclusive: 'yes' }))
    expect(readQuestion({ ...question, options, help: 7, why: {}, declinable: 1 })).toEqual(
      question,
    )
  })

  it('keeps which options are exclusive', () => {
    const question = aQuestion('multiple', {
      options: [{ id: 'none', label: 'None of these', exclusive: true }],
    })
    expect(readQuestion(question)).toEqual(question)
  })

  it('keeps the suggested numbers that are valid answers', () => {
    const good = [
      { value: 0, label: '0' },
      { value: 36, label: 'Many' },
    ]
    const suggestions = [
      ...good,
      { value: 37, label: 'More' },
      { value: -1, label: 'Less' },
      { value: 1.5, label: 'Half' },
      { value: 2 },
      null,
    ]
    expect(readQuestion({ ...aQuestion('number'), suggestions })).toEqual(
      aQuestion('number', { suggestions: good }),
    )
    for (const none of ['x', [], [{ value: 99, label: 'x' }]])
      expect(readQuestion({ ...aQuestion('number'), suggestions: none })).toEqual(
        aQuestion('number'),
      )
  })

  it.each([
    null,
    7,
    'text',
    { version: '1' },
    { questions: [] },
    { version: 1, questions: [aQuestion('single')] },
    { version: '1', questions: 'x' },
  ])('is not read from the invalid questionnaire %j', (value) =>
    expect(readQuestionnaire(value, 'survey')).toBeNull(),
  )

  it('is read as part of a questionnaire with its kind and version', () => {
    const questions = [aQuestion('single')]
    expect(readQuestionnaire({ version: '1', questions, other: 1 }, 'survey')).toEqual({
      kind: 'survey',
      version: '1',
      questions,
    })
  })

  it('makes its whole questionnaire invalid when it cannot be asked, as does an empty list of questions', () => {
    const questions = [aQuestion('single'), { ...aQuestion('scale'), max: 0 }]
    expect(readQuestionnaire({ version: '1', questions }, 'survey')).toBeNull()
    expect(readQuestionnaire({ version: '1', questions: [null] }, 'survey')).toBeNull()
    expect(readQuestionnaire({ version: '1', questions: [] }, 'survey')).toBeNull()
    expect(
      readQuestionnaire({ version: '1', questions: questions.slice(0, 1) }, 'survey')?.questions,
    ).toHaveLength(1)
  })
})
