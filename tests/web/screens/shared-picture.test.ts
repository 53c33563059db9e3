// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { aBeliefResult } from '#tests/support/a-visitor.ts'
import { balancedLines, sharedPicture } from '#web/screens/result/shared-picture.ts'

const levelOf = (score: number) => (score < 2.5 ? 'low' : score <= 3.5 ? 'moderate' : 'high')

const ids = ['avoidance', 'worship', 'status', 'vigilance'] as const

const aResult = (...scores: readonly number[]) => {
  const beliefs = ids.map((id, index) => {
    const score = scores[index]!
    return {
      id,
      score,
      level: levelOf(score),
      summary: '',
      behaviors: [],
      steps: [],
      answers: [],
    } as const
  })
  const dominant = beliefs.toSorted((one, other) => other.score - one.score)[0]!.id
  return { ...aBeliefResult, beliefs, dominant }
}

describe('the picture of a result', () => {
  it.each([
    [
      [1.8, 4.8, 3.3, 3.5],
      'Worship speaks loudest: a little more will make things right.',
      'worship',
    ],
    [[4.8, 3.3, 4.8, 3.5], 'Avoidance and status speak loudest.', 'avoidance'],
    [[5, 5, 5, 5], 'All four speak loudly.', 'avoidance'],
    [[1, 3.3, 2, 2], 'Worship speaks a little louder than the rest.', 'worship'],
    [[3, 3, 3, 3], 'No belief stands out.', null],
    [[1.8, 2.3, 1.8, 1.3], 'No belief speaks loudly.', null],
  ])('says, for the scores %j: %s', (scores, sentence, belief) => {
    expect(sharedPicture(aResult(...scores))).toEqual({
      label: 'My money beliefs',
      sentence,
      belief,
    })
  })

  it('contains no number', () => {
    expect(JSON.stringify(sharedPicture(aResult(4.8, 3.3, 1.8, 3.5)))).not.toMatch(/\d/)
  })
})

describe('the lines of the picture', () => {
  const lines = (text: string, width: number) => balancedLines(text, width, ({ length }) => length)

  it('are a single line when the text fits', () => {
    expect(lines('All four speak loudly.', 30)).toEqual(['All four speak loudly.'])
  })

  it('are about equally long', () => {
    expect(lines('No belief speaks loudly at all, today', 33)).toEqual([
      'No belief speaks',
      'loudly at all, today',
    ])
  })

  it('give a word that is wider than the picture a line of its own', () => {
    expect(lines('a wordwiderthanall b', 6)).toEqual(['a', 'wordwiderthanall', 'b'])
  })
})
