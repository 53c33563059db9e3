// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { BeliefChart } from '#web/screens/result/belief-chart.tsx'
import { PillarChart } from '#web/screens/result/pillar-chart.tsx'

afterEach(cleanup)

const words = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('the charts', () => {
  it('give every belief, its score and its level in words, the loudest first', () => {
    render(
      <BeliefChart
        beliefs={[
          { id: 'worship', score: 3, level: 'moderate' },
          { id: 'avoidance', score: 4.9, level: 'high' },
        ]}
      />,
    )
    expect(words()).toEqual(['Avoidance4.9 out of 6, high', 'Worship3.0 out of 6, moderate'])
  })

  it('draw no bar at the lowest score', () => {
    const bars = (score: number) => {
      cleanup()
      render(<BeliefChart beliefs={[{ id: 'status', score, level: 'low' }]} />)
      return document.querySelector('svg')?.parentElement?.childElementCount
    }
    expect([bars(1), bars(1.3)]).toEqual([1, 2])
  })

  it('give every pillar, its score and its band in words', () => {
    render(<PillarChart pillars={[{ id: 'save', score: 38, band: 'vulnerable' }]} />)
    expect(words()).toEqual(['Save38 out of 100, vulnerable'])
  })
})
