import { describe, expect, it } from 'vitest'
import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefId, BeliefResult } from '#core/model/money-belief.ts'

const levelOf = (score: number) => (score < 2.5 ? 'low' : score <= 3.5 ? 'moderate' : 'high')

const beliefs = (scores: readonly [number, number, number, number]): BeliefResult['beliefs'] =>
  (['avoidance', 'worship', 'status', 'vigilance'] as const).map((id, index) => ({
    id,
    score: scores[index]!,
    level: levelOf(scores[index]!),
    summary: '',
    behaviors: [],
    steps: [],
    answers: [],
  }))

const told = (...scores: readonly [number, number, number, number]) => {
  const { all, loudest, level, heard, quiet } = voicesOf(beliefs(scores))
  const ids = (list: readonly { id: BeliefId }[]) => list.map(({ id }) => id).join(' ')
  return [ids(all), level, ids(loudest), ids(heard), ids(quiet)]
}

describe('voicesOf', () => {
  it('sorts the beliefs from the loudest to the quietest, equal ones in their original order', () => {
    expect(told(1.8, 3.3, 4.8, 3.3)[0]).toBe('status worship vigilance avoidance')
  })

  it('lists the beliefs with a high score under `heard`', () => {
    expect(told(4.8, 4, 1.8, 3.5).slice(1)).toEqual([
      'high',
      'avoidance',
      'avoidance worship',
      'vigilance status',
    ])
    expect(told(4, 4, 4, 4).slice(1)).toEqual([
      'high',
      'avoidance worship status vigilance',
      'avoidance worship status vigilance',
      '',
    ])
  })

  it('lists the beliefs that stand out under `heard` when none has a high score', () => {
    expect(told(2, 3.3, 3.3, 3).slice(1)).toEqual([
      'moderate',
      'worship status',
      'worship status',
      'vigilance avoidance',
    ])
    expect(told(3, 3, 3, 3).slice(1)).toEqual([
      'moderate',
      'avoidance worship status vigilance',
      '',
      'avoidance worship status vigilance',
    ])
  })

  it('lists no belief under `heard` when all scores are low', () => {
    expect(told(1.8, 2.3, 1.8, 1.3)).toEqual([
      'worship avoidance status vigilance',
      'low',
      'worship',
      '',
      'worship avoidance status vigilance',
    ])
  })

  it('returns empty lists without beliefs', () => {
    expect(voicesOf([])).toEqual({
      all: [],
      loudest: [],
      level: 'low',
      heard: [],
      quiet: [],
    })
  })
})
