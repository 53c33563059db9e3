import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefId, BeliefResult } from '#core/model/money-belief.ts'
import { LevelBars } from '../../components/level-bars.tsx'
import type { LevelBar, Zone } from '../../components/level-bars.tsx'
import { beliefNames } from '../../content/words/result-names.ts'

const shapes: Readonly<Record<BeliefId, LevelBar['shape']>> = {
  avoidance: 'circle',
  worship: 'diamond',
  status: 'square',
  vigilance: 'triangle',
}

/** Scores run from 1 to 6, so 1 is the start of the axis. */
export const beliefFraction = (score: number): number => (score - 1) / 5

export const beliefZones: readonly Zone[] = [
  { until: beliefFraction(2.5), name: 'Low' },
  { until: beliefFraction(3.5), name: 'Moderate' },
  { until: 1, name: 'High' },
]

export interface BeliefChartProps {
  beliefs: readonly Pick<BeliefResult['beliefs'][number], 'id' | 'score' | 'level'>[]
}

/** The four money beliefs, the loudest first. */
export const BeliefChart = ({ beliefs }: BeliefChartProps) => {
  const { all, heard } = voicesOf(beliefs)
  return (
    <LevelBars
      caption="Your four money beliefs, each from 1 to 6. Higher means the belief speaks louder."
      zones={beliefZones}
      bars={all.map((belief) => ({
        id: belief.id,
        name: beliefNames[belief.id],
        fraction: beliefFraction(belief.score),
        figure: belief.score.toFixed(1),
        outOf: 'out of 6',
        level: belief.level,
        colour: `var(--belief-${belief.id})`,
        shape: shapes[belief.id],
        leading: heard.includes(belief),
      }))}
    />
  )
}
