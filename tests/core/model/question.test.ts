import { describe, expect, it } from 'vitest'
import { readQuestion } from '#core/model/question.ts'
import { readQuestionnaire } from '#core/model/survey.ts'
import { aQuestion, questionTypes } from '#tests/support/questions.ts'

describe('a question from outside', () => {
  it.each(questionTypes)('is read whole when its type is %s, without what nobody asked for', (type) => {
    const question = { ...aQuestion(type), help: 'Take your time.', showWhen: { question: 'debts', anyOf: ['card'] } }
    expect(readQuestion({ ...question, points: 3 })).toEqual(question)
  })

  it.each([
    ['another type', { ...aQuestion('single'), type: 'slider' }],
    ['no prompt', { ...aQuestion('scale'), prompt: undefined }],
    ['no options', { ...aQuestion('single'), options: undefined }],
    ['an empty list of options', { ...aQuestion('picture'), options: [] }],
    ['an option without a label', { ...aQuestion('multiple'), options: [{ id: 'one' }] }],
    ['a minimum above its maximum', { ...aQuestion('number'), min: 37 }],
    ['no maximum', { ...aQuestion('number'), max: undefined }],
    ['a scale without words at its ends', { ...aQuestion('scale'), minLabel: undefined }],
    ['a condition without its question', { ...aQuestion('single'), showWhen: { anyOf: ['card'] } }],
  ])('is none with %s', (_, value) => expect(readQuestion(value)).toBeNull())

  it('makes no questionnaire with one that cannot be asked, or without any', () => {
    const questions = [aQuestion('single'), { ...aQuestion('scale'), max: 0 }]
    expect(readQuestionnaire({ version: '1', questions }, 'survey')).toBeNull()
    expect(readQuestionnaire({ version: '1', questions: [null] }, 'survey')).toBeNull()
    expect(readQuestionnaire({ version: '1', questions: [] }, 'survey')).toBeNull()
    expect(readQuestionnaire({ version: '1', questions: questions.slice(0, 1) }, 'survey')?.questions).toHaveLength(1)
  })
})
