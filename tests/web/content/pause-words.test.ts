import { describe, expect, it } from 'vitest'
import { surveyQuestionnaire } from '#admin-api/content/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { halfwayWords, statementWords, surveyEndWords } from '#web/content/words/pause-words.ts'

const optionsOf = (id: string): readonly string[] => {
  const question = surveyQuestionnaire.questions.find((each) => each.id === id)
  return question && 'options' in question ? question.options.map((option) => option.id) : []
}

describe('the pause halfway through the check-up', () => {
  const words = (spending: string, bills: string) =>
    halfwayWords({ 'spending-vs-income': spending, 'bills-on-time': bills }, 5)

  it('repeats the two answers in words', () => {
    expect(words('a-little-less', 'nearly-all')).toEqual({
      label: 'Halfway',
      heading: 'You already have some room.',
      paragraphs: [
        'You spend a little less than you earn, and nearly all your bills are paid on time. Those two habits steady everything else.',
        '5 questions to go.',
      ],
    })
  })

  it('has a heading of its own for answers that show a hard year', () => {
    const { heading, paragraphs } = words('much-more', 'all')
    expect(heading).toBe('You’ve looked straight at a hard year.')
    expect(paragraphs[0]).toMatch(/^You spend much more than you earn, but all your bills/)
  })

  it.each([
    ['much-less', 'most', 'You spend much less than you earn, but not all your bills are'],
    ['much-less', 'some', 'You spend much less than you earn, but only some of your bills are'],
    ['much-more', 'most', 'You spend much more than you earn, and not all your bills are'],
    ['much-more', 'very-few', 'You spend much more than you earn, and only very few of your bills'],
    ['about-equal', 'all', 'You spend about what you earn, but all your bills are paid on time'],
  ])(
    'joins the answers %s and %s with “and” or “but”, according to their meaning',
    (spending, bills, sentence) => {
      expect(words(spending, bills).paragraphs[0]).toContain(sentence)
    },
  )

  it('has words for every answer to its two questions', () => {
    for (const spending of optionsOf('spending-vs-income'))
      for (const bills of optionsOf('bills-on-time'))
        expect(words(spending, bills).paragraphs[0]).toMatch(/^You spend .+, (and|but) .+bills/)
  })

  it('says nothing about declined or unknown answers', () => {
    expect(words('no-answer', 'toString')).toEqual({
      label: 'Halfway',
      heading: 'A short pause.',
      paragraphs: ['5 questions to go.'],
    })
  })

  it('makes no claim about both answers together when one question was declined', () => {
    expect(words('much-less', 'no-answer')).toEqual({
      label: 'Halfway',
      heading: 'A short pause.',
      paragraphs: ['You spend much less than you earn.', '5 questions to go.'],
    })
    expect(words('much-more', 'no-answer').heading).toBe('A short pause.')
    expect(words('no-answer', 'all').paragraphs[0]).toBe('All your bills are paid on time.')
  })
})

describe('the pause at the end of the check-up', () => {
  const heading = (answers: Parameters<typeof surveyEndWords>[0]) => surveyEndWords(answers).heading
  const said = (answers: Parameters<typeof surveyEndWords>[0]) =>
    surveyEndWords(answers).paragraphs[0]

  it.each([
    [{ 'emergency-savings': 4, 'debt-kinds': ['none'] }, 'There’s something to build on.'],
    [{ 'emergency-savings': 1, 'debt-manageable': 'manageable' }, 'That was the last question.'],
    [
      { 'emergency-savings': 12, 'debt-manageable': 'far-more' },
      'You’ve named the heavy part, too.',
    ],
    [{ 'emergency-savings': 4 }, 'That was the last question.'],
    [{ 'debt-kinds': ['mortgage'], 'debt-manageable': 'far-more' }, 'That was the last question.'],
    [{}, 'That was the last question.'],
  ])('has a heading that fits the answers %j', (answers, expected) => {
    expect(heading(answers)).toBe(expected)
  })

  it('repeats the answers about savings and debt', () => {
    expect(said({ 'emergency-savings': 4, 'debt-kinds': ['none'] })).toBe(
      'Your savings would carry you for 3 to 5\u00A0months, and you have none of the debts we asked about.',
    )
    expect(said({ 'emergency-savings': 6 })).toBe(
      'Your savings would carry you for 6\u00A0months or more.',
    )
    expect(said({ 'emergency-savings': 5 })).toBe(
      'Your savings would carry you for about 5\u00A0months.',
    )
    expect(said({ 'emergency-savings': 36 })).toBe(
      'Your savings would carry you for three years or more.',
    )
    expect(said({ 'emergency-savings': 1 })).toBe('Your savings would carry you for about a month.')
    expect(said({ 'emergency-savings': 0, 'debt-kinds': ['mortgage'] })).toBe(
      'Your savings wouldn’t cover a month yet.',
    )
  })

  it('does not announce how many areas there are, since declined ones are omitted', () => {
    expect(surveyEndWords({}).paragraphs).toEqual([
      'Next, your result: your score, area by area, and three first steps.',
    ])
  })

  it('has words for every answer about debt', () => {
    for (const option of optionsOf('debt-manageable'))
      expect(said({ 'debt-kinds': ['mortgage'], 'debt-manageable': option })).toMatch(
        /^What you owe/,
      )
  })
})

describe('the pause halfway through the statements', () => {
  const given = (...values: readonly number[]) =>
    values.map((value, index) => ({
      question: aQuestion('scale', { id: String(index), prompt: `Statement ${index + 1}.` }),
      value,
    }))

  it('quotes the statement agreed with most', () => {
    const { heading, paragraphs } = statementWords(given(3, 5, 1), 8)
    expect(heading).toBe('“Statement 2.”')
    expect(paragraphs[0]).toMatch(/^You agreed with this one most, 5 out of 6\./)
    expect(paragraphs[1]).toBe('8 more like these.')
  })

  it('does not call a statement the strongest when another equals it', () => {
    expect(statementWords(given(5, 5, 1), 8).paragraphs[0]).toMatch(
      /^This is one of those you agreed with most, 5 out of 6\./,
    )
  })

  it('does not claim agreement where there is none', () => {
    expect(statementWords(given(3, 2, 1), 8).heading).toBe('No strong yes so far.')
    expect(statementWords([], 8).heading).toBe('No strong yes so far.')
  })
})
