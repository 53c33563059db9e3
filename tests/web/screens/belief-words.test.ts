// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { voicesOf } from '#core/model/money-belief.ts'
import { loudnessSentence } from '#web/screens/result/belief-words.ts'

const levelOf = (score: number) => (score < 2.5 ? 'low' : score <= 3.5 ? 'moderate' : 'high')

const voices = (...scores: readonly number[]) =>
  voicesOf(
    (['avoidance', 'worship', 'status', 'vigilance'] as const).map((id, index) => ({
      id,
      score: scores[index]!,
      level: levelOf(scores[index]!),
    })),
  )

describe('the sentence about the loudest beliefs', () => {
  it.each([
    [[4.8, 3.3, 1.8, 3.5], 'Avoidance speaks loudest: not looking feels safer than knowing.'],
    [[4.8, 3.3, 4.8, 3.5], 'Avoidance and status speak loudest.'],
    [[3.3, 3, 1.8, 2], 'Avoidance speaks a little louder than the rest.'],
    [[1, 3.3, 3.3, 3.3], 'Worship, status and vigilance speak a little louder than the rest.'],
    [[3, 3, 3, 3], 'No belief stands out.'],
    [[5, 5, 5, 5], 'All four speak loudly.'],
    [[1.8, 2.3, 1.8, 1.3], 'No belief speaks loudly.'],
  ])('is, for the scores %j: %s', (scores, sentence) => {
    expect(loudnessSentence(voices(...scores))).toBe(sentence)
  })
})
