import { describe, expect, test } from 'vitest'
import {
  adviceCopy,
  irregularIncomeAdvice,
  laterLifeAdvice,
} from '#admin-api/content/survey-copy.ts'
import { DECLINED } from '#admin-api/domain/questionnaire.ts'
import type { Answer, Answers, PillarId, Question } from '#admin-api/domain/questionnaire.ts'
import { bandOf, calculate, questionnaires, scoreSurvey } from '#admin-api/domain/scoring.ts'
import { errorsOf, surveyAnswers } from './support/answers.ts'

const { 'debt-manageable': _, ...withoutDebt } = surveyAnswers
const best = {
  ...withoutDebt,
  'spending-vs-income': 'much-less',
  'bills-on-time': 'all',
  'emergency-savings': 6,
  'long-term-confidence': 'very',
  'debt-kinds': ['none'],
  'planning-ahead': 'planned-and-insured',
}

describe('the survey', () => {
  test('scores each pillar as the mean of its questions and the whole as the mean of the pillars', () => {
    const { pillars, score, band } = scoreSurvey(surveyAnswers)
    expect(pillars.map(({ id, score }) => [id, score])).toEqual([
      ['spend', 75],
      ['save', 50],
      ['borrow', 58],
      ['plan', 70],
    ])
    expect(score).toBe(63)
    expect(band).toBe('coping')
  })

  test('rounds half up', () => {
    expect(
      scoreSurvey({
        ...surveyAnswers,
        'bills-on-time': 'nearly-all',
        'long-term-confidence': 'fairly',
        'planning-ahead': 'insured',
      }).score,
    ).toBe(Math.floor((58 + 63 + 58 + 60) / 4 + 0.5))
  })

  test('gives the points of each answer', () => {
    expect(scoreSurvey(surveyAnswers).pillars[2]?.answers).toEqual([
      { question: 'debt-kinds', points: 30 },
      { question: 'debt-manageable', points: 86 },
    ])
  })

  test('scores the best answers 100 and the worst nearly 0', () => {
    expect(scoreSurvey(best)).toMatchObject({ score: 100, band: 'healthy' })
    expect(
      scoreSurvey({
        ...surveyAnswers,
        'spending-vs-income': 'much-more',
        'bills-on-time': 'very-few',
        'emergency-savings': 0,
        'long-term-confidence': 'not-at-all',
        'debt-kinds': ['payday-loan'],
        'debt-manageable': 'far-more',
        'planning-ahead': 'day-by-day',
      }),
    ).toMatchObject({ score: 3, band: 'vulnerable' })
  })

  test('counts no more than six months of savings', () => {
    const points = (months: number) =>
      scoreSurvey({ ...surveyAnswers, 'emergency-savings': months }).pillars[1]?.answers[0]?.points
    expect([0, 3, 6, 36].map(points)).toEqual([0, 50, 100, 100])
  })

  test.each([
    [0, 'vulnerable'],
    [39, 'vulnerable'],
    [40, 'coping'],
    [79, 'coping'],
    [80, 'healthy'],
    [100, 'healthy'],
  ])('puts a score of %i in the band %s', (score, band) => expect(bandOf(score)).toBe(band))

  test('drops the answer to a question that no longer applies', () => {
    const calculation = calculate('survey', '1', {
      ...surveyAnswers,
      'debt-kinds': ['none'],
      'debt-manageable': 'far-more',
    })
    if (calculation.kind !== 'scored') throw new Error('expected a score')
    expect(calculation.answers).not.toHaveProperty('debt-manageable')
    expect(calculation.result).toMatchObject({ pillars: [{}, {}, { score: 100 }, {}] })
  })

  test('accepts a wrong answer to a question that no longer applies', () => {
    expect(
      errorsOf('survey', { ...surveyAnswers, 'debt-kinds': ['none'], 'debt-manageable': 7 }),
    ).toEqual([])
  })

  test('picks the next steps by the lowest pillars and the goal', () => {
    const { nextSteps } = scoreSurvey({
      ...best,
      'emergency-savings': 0,
      'spending-vs-income': 'about-equal',
      'main-goal': 'retire-well',
    })
    expect(nextSteps.map(({ title }) => title)).toEqual([
      'Make saving automatic',
      'Cut one cost',
      'Work out your retirement income',
    ])
  })

  test.each<[string, Answers, string]>([
    [
      'a tie at the top',
      { ...best, 'planning-ahead': 'planned', 'spending-vs-income': 'a-little-less' },
      'Your steadiest areas are saving and borrowing; the one that needs attention first is planning ahead.',
    ],
    [
      'a tie at the bottom',
      {
        ...best,
        'planning-ahead': 'planned-and-insured',
        'spending-vs-income': 'about-equal',
        'long-term-confidence': 'somewhat',
      },
      'Your steadiest areas are borrowing and planning ahead; the ones that need attention first are everyday spending and saving.',
    ],
    [
      'no tie',
      { ...surveyAnswers, 'planning-ahead': 'planned' },
      'Your steadiest area is everyday spending; the one that needs attention first is saving.',
    ],
    ['all level', best, 'All your areas are level with each other.'],
  ])('names all areas that share the highest or the lowest score: %s', (_name, answers, words) =>
    expect(scoreSurvey(answers).summary.endsWith(words)).toBe(true),
  )

  test('adapts the spending advice to an irregular income', () => {
    const advice = (regularity: string) =>
      scoreSurvey({ ...surveyAnswers, 'income-regularity': regularity }).pillars[0]?.advice
    expect(advice('varies')).toBe(irregularIncomeAdvice.coping)
    expect(advice('steady')).toBe(adviceCopy['spending-vs-income']?.coping)
  })

  test('adapts the advice for later life to the age', () => {
    const advice = (age: string, confidence: string) => {
      const answers = { ...surveyAnswers, 'age-band': age, 'long-term-confidence': confidence }
      return scoreSurvey({ ...answers, 'emergency-savings': 36 }).pillars[1]?.advice
    }
    expect(advice('25-34', 'slightly')).toBe(laterLifeAdvice['25-34']?.vulnerable)
    expect(advice('55-64', 'fairly')).toBe(laterLifeAdvice['55-64']?.coping)
    for (const age of ['35-44', '45-54', '65-plus'])
      expect(advice(age, 'slightly')).toBe(adviceCopy['long-term-confidence']?.vulnerable)
    const options = questionnaires.survey.questions.flatMap((question) =>
      question.id === 'age-band' && 'options' in question ? question.options : [],
    )
    const ages = options.map(({ id }) => id)
    expect(ages).toEqual(expect.arrayContaining(Object.keys(laterLifeAdvice)))
  })

  test('names each wrong answer', () => {
    const { 'bills-on-time': _bills, ...withoutBills } = surveyAnswers
    expect(
      errorsOf('survey', {
        ...withoutBills,
        'main-goal': 'fame',
        'emergency-savings': 37,
        'debt-kinds': ['none', 'mortgage'],
        'age-band': 3,
        'shoe-size': 42,
      }),
    ).toEqual([
      ['answers.main-goal', 'answer/unknown-option'],
      ['answers.age-band', 'answer/wrong-type'],
      ['answers.bills-on-time', 'answer/required'],
      ['answers.emergency-savings', 'answer/out-of-range'],
      ['answers.debt-kinds', 'answer/exclusive-option'],
      ['answers.shoe-size', 'answer/unknown-question'],
    ])
  })

  test.each<[string, Answers[string], string]>([
    ['emergency-savings', 2.5, 'answer/wrong-type'],
    ['emergency-savings', '3', 'answer/wrong-type'],
    ['debt-kinds', 'mortgage', 'answer/wrong-type'],
    ['debt-kinds', ['mortgage', 'mortgage'], 'answer/repeated-option'],
    ['debt-kinds', ['mortgage', 'yacht'], 'answer/unknown-option'],
    ['debt-kinds', [], 'answer/required'],
    ['main-goal', '', 'answer/required'],
    ['main-goal', ['feel-calmer'], 'answer/wrong-type'],
  ])('refuses %s answered with %j as %s', (question, answer, code) => {
    expect(errorsOf('survey', { ...surveyAnswers, [question]: answer })).toContainEqual([
      `answers.${question}`,
      code,
    ])
  })

  test.each(['bills-on-time', 'emergency-savings', 'debt-kinds', 'debt-manageable'])(
    'accepts “prefer not to say” for %s',
    (question) => {
      const answers = { ...surveyAnswers, [question]: DECLINED }
      const calculation = calculate('survey', '1', answers)
      expect(calculation).toMatchObject({ kind: 'scored', answers: { [question]: DECLINED } })
    },
  )

  test('refuses “prefer not to say” for other questions, and together with options', () => {
    expect(
      errorsOf('survey', {
        ...surveyAnswers,
        'main-goal': DECLINED,
        'debt-kinds': [DECLINED],
      }),
    ).toEqual([
      ['answers.main-goal', 'answer/unknown-option'],
      ['answers.debt-kinds', 'answer/unknown-option'],
    ])
  })

  test('leaves a declined answer out of the mean of its pillar', () => {
    const { pillars } = scoreSurvey({ ...surveyAnswers, 'emergency-savings': DECLINED })
    expect(pillars[1]).toMatchObject({
      id: 'save',
      score: 50,
      answers: [{ question: 'long-term-confidence', points: 50 }],
    })
  })

  test('leaves a pillar whose questions were all declined out of the score and the next steps', () => {
    const calculation = calculate('survey', '1', {
      ...best,
      'spending-vs-income': 'a-little-more',
      'debt-kinds': DECLINED,
      'debt-manageable': 'far-more',
    })
    if (calculation.kind !== 'scored' || calculation.result.kind !== 'survey')
      throw new Error('expected a score')
    const { score, pillars, nextSteps } = calculation.result
    expect(calculation.answers).not.toHaveProperty('debt-manageable')
    expect(pillars.map(({ id, score }) => [id, score])).toEqual([
      ['spend', 62],
      ['save', 100],
      ['plan', 100],
    ])
    expect(score).toBe(87)
    expect(nextSteps).toHaveLength(3)
  })

  test('refuses an answer to “constructor”, a member of every object, as an unknown question', () => {
    expect(errorsOf('survey', { ...surveyAnswers, constructor: 'x' })).toEqual([
      ['answers.constructor', 'answer/unknown-question'],
    ])
  })

  test('refuses answers to another version of the survey', () => {
    expect(errorsOf('survey', surveyAnswers, '0')).toEqual([['version', 'version/not-current']])
  })
})

describe('the advice on a pillar', () => {
  const questionsOf = (pillar: PillarId) =>
    questionnaires.survey.questions.filter((question) => question.pillar === pillar)

  const answersTo = (question: Question): readonly Answer[] => {
    const given =
      'options' in question
        ? question.options.map(({ id }) => (question.type === 'multiple' ? [id] : id))
        : Array.from({ length: question.max - question.min + 1 }, (_, step) => question.min + step)
    return question.declinable ? [...given, DECLINED] : given
  }

  /** All combinations of answers for a pillar, each with its result; null when all are declined. */
  const resultsOf = (pillar: PillarId) =>
    questionsOf(pillar)
      .reduce<readonly Answers[]>(
        (combinations, question) =>
          combinations.flatMap((answers) =>
            answersTo(question).map((answer) => ({ ...answers, [question.id]: answer })),
          ),
        [{}],
      )
      .map((answers) => {
        const calculation = calculate('survey', '1', {
          ...surveyAnswers,
          'age-band': '35-44',
          ...answers,
        })
        if (calculation.kind !== 'scored' || calculation.result.kind !== 'survey')
          throw new Error('expected a score')
        const result = calculation.result.pillars.find(({ id }) => id === pillar) ?? null
        return { answers: calculation.answers, result }
      })

  /** The question and the band that a text is for. */
  const placeOf = (advice: string): readonly [question: string, band: string] => {
    for (const [question, texts] of Object.entries(adviceCopy))
      for (const [band, text] of Object.entries(texts)) if (text === advice) return [question, band]
    throw new Error(`No advice reads “${advice}”`)
  }

  test.each<PillarId>(['spend', 'save', 'borrow', 'plan'])(
    'is about the answer with the fewest points: %s',
    (pillar) => {
      for (const { result } of resultsOf(pillar)) {
        if (result === null) continue
        const [question] = placeOf(result.advice)
        const least = Math.min(...result.answers.map(({ points }) => points))
        expect(result.answers).toContainEqual({ question, points: least })
      }
    },
  )

  /** Each text must be true of every answer listed for it. */
  test('uses each text for exactly the answers of which it is true', () => {
    const answered = new Map<string, Set<Answer>>()
    for (const pillar of ['spend', 'save', 'borrow', 'plan'] as const)
      for (const { answers, result } of resultsOf(pillar)) {
        if (result === null) continue
        const [question, band] = placeOf(result.advice)
        const place = `${question}, ${band}`
        const answer = answers[question]!
        answered.set(
          place,
          (answered.get(place) ?? new Set()).add(Array.isArray(answer) ? answer.join() : answer),
        )
      }
    const months = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const expected: Readonly<Record<string, readonly Answer[]>> = {
      'spending-vs-income, healthy': ['much-less'],
      'spending-vs-income, coping': ['a-little-less', 'about-equal'],
      'spending-vs-income, vulnerable': ['a-little-more', 'much-more'],
      'bills-on-time, coping': ['nearly-all', 'most'],
      'bills-on-time, vulnerable': ['some', 'very-few'],
      'emergency-savings, healthy': months(5, 36),
      'emergency-savings, coping': months(3, 4),
      'emergency-savings, vulnerable': months(0, 2),
      'long-term-confidence, healthy': ['very'],
      'long-term-confidence, coping': ['fairly', 'somewhat'],
      'long-term-confidence, vulnerable': ['slightly', 'not-at-all'],
      'debt-kinds, healthy': ['mortgage', 'none'],
      'debt-kinds, coping': ['student-loan', 'car-loan', 'family-or-friends'],
      'debt-kinds, vulnerable': ['credit-card', 'payday-loan', 'medical-or-overdue'],
      'debt-manageable, coping': ['a-bit-more'],
      'debt-manageable, vulnerable': ['far-more'],
      'planning-ahead, healthy': ['planned-and-insured'],
      'planning-ahead, coping': ['planned', 'insured', 'a-little'],
      'planning-ahead, vulnerable': ['day-by-day'],
    }
    expect(answered).toEqual(
      new Map(Object.entries(expected).map(([place, of]) => [place, new Set(of)])),
    )
  })

  test('praises somebody with an irregular income only for spending much less than it', () => {
    const praised = ['varies', 'unpredictable'].flatMap((regularity) =>
      resultsOf('spend')
        .map<Answers>(({ answers }) => ({ ...answers, 'income-regularity': regularity }))
        .filter(
          (answers) => scoreSurvey(answers).pillars[0]?.advice === irregularIncomeAdvice.healthy,
        ),
    )
    expect(new Set(praised.map((answers) => answers['spending-vs-income']))).toEqual(
      new Set(['much-less']),
    )
  })
})
