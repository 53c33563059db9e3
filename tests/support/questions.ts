import type { Question, QuestionType } from '#core/model/question.ts'
import { applicableAnswers } from '#core/model/survey.ts'
import type { Answer, Answers, Questionnaire } from '#core/model/survey.ts'

const options = [
  { id: 'one', label: 'The first' },
  { id: 'two', label: 'The second' },
]

const samples: { readonly [Type in QuestionType]: Extract<Question, { type: Type }> } = {
  single: { id: 'single', type: 'single', prompt: 'Which one?', required: true, options },
  multiple: {
    id: 'multiple',
    type: 'multiple',
    prompt: 'Which of these?',
    required: true,
    options,
  },
  picture: { id: 'picture', type: 'picture', prompt: 'Which picture?', required: true, options },
  number: {
    id: 'number',
    type: 'number',
    prompt: 'How many months?',
    required: true,
    min: 0,
    max: 36,
  },
  scale: {
    id: 'scale',
    type: 'scale',
    prompt: 'I agree.',
    required: true,
    min: 1,
    max: 6,
    minLabel: 'Not at all',
    maxLabel: 'Fully',
  },
}

export const questionTypes = Object.keys(samples) as readonly QuestionType[]

/** A question of the type, with the test's own fields. */
export const aQuestion = <Type extends QuestionType>(
  type: Type,
  own: Partial<Extract<Question, { type: Type }>> = {},
) => ({ ...samples[type], ...own }) as Extract<Question, { type: Type }>

/** A valid answer to the question: its option at `place`, or its smallest number plus `place`. */
export const anAnswerTo = (question: Question, place = 0): Answer => {
  switch (question.type) {
    case 'single':
    case 'picture':
      return question.options[place]?.id ?? ''
    case 'multiple':
      return [question.options[place]?.id ?? '']
    case 'number':
    case 'scale':
      return question.min + place
  }
}

/**
 * An answer to each question that applies; `place` picks the option, or the offset from the
 * minimum.
 */
export const answersTo = (
  { questions }: Questionnaire,
  place: (question: Question, index: number) => number = () => 0,
): Answers =>
  applicableAnswers(
    questions,
    Object.fromEntries(
      questions.map((question, index) => [
        question.id,
        anAnswerTo(question, place(question, index)),
      ]),
    ),
  )

/** Answers to statements on a scale, different ones for each number. */
export const differentAnswersTo = (questionnaire: Questionnaire, number: number): Answers =>
  answersTo(questionnaire, (question, index) => {
    if (question.type !== 'scale') throw new Error(`The question ${question.id} is no statement.`)
    const steps = question.max - question.min + 1
    return Math.floor(number / steps ** index) % steps
  })
