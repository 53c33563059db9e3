/** A small shape for each state of a plan. */
const shapes = {
  dot: 'M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0z',
  part: 'M6 1a5 5 0 1 0 5 5H6z',
  triangle: 'M6 .5l5.5 10.5H.5z',
  square: 'M1 1h10v10H1z',
  ring: 'M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8m0-2a6 6 0 1 0 0 12A6 6 0 0 0 6 0',
  bar: 'M0 5h12v2H0z',
  diamond: 'M6 0l6 6-6 6-6-6z',
} as const

export type PlanSign = keyof typeof shapes

export const PlanSignShape = ({ sign }: { sign: PlanSign }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
    <path d={shapes[sign]} fill="currentColor" />
  </svg>
)
