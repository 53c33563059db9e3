import type { PillarId, SurveyResult } from '#core/model/survey.ts'
import { LevelBars } from '../../components/level-bars.tsx'
import type { LevelBar, Zone } from '../../components/level-bars.tsx'
import { pillarNames } from '../../content/words/result-names.ts'

const shapes: Readonly<Record<PillarId, LevelBar['shape']>> = {
  spend: 'circle',
  save: 'diamond',
  borrow: 'square',
  plan: 'triangle',
}

export const pillarZones: readonly Zone[] = [
  { until: 0.4, name: 'Vulnerable' },
  { until: 0.8, name: 'Coping' },
  { until: 1, name: 'Healthy' },
]

export interface PillarChartProps {
  pillars: readonly Pick<SurveyResult['pillars'][number], 'id' | 'score' | 'band'>[]
}

/**
 * The four pillars of the check-up, 0 to 100, in their bands. One colour: they are parts of one
 * score.
 */
export const PillarChart = ({ pillars }: PillarChartProps) => (
  <LevelBars
    caption="The four areas of your score, each from 0 to 100."
    zones={pillarZones}
    bars={pillars.map((pillar) => ({
      id: pillar.id,
      name: pillarNames[pillar.id],
      fraction: pillar.score / 100,
      figure: String(pillar.score),
      outOf: 'out of 100',
      level: pillar.band,
      colour: 'var(--tide)',
      shape: shapes[pillar.id],
    }))}
  />
)
