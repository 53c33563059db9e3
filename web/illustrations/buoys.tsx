import { Scene } from './scene.tsx'
import { wave } from './wave.ts'

export interface BuoysProps {
  /** What the picture says, in words. */
  title: string
  /** From 1 to `max`. */
  values: readonly number[]
  max: number
}

const SEA = 160

/** Answers as buoys: the more one agrees, the higher it floats. The highest carries its number. */
export const Buoys = ({ title, values, max }: BuoysProps) => {
  const highest = values.indexOf(Math.max(...values))
  const buoys = values.map((value, index) => ({
    x: 84 + (index * 216) / Math.max(values.length - 1, 1),
    y: 132 - ((value - 1) * 92) / (max - 1),
    value,
  }))
  const top = buoys[highest]
  return (
    <Scene title={title}>
      <g fill="var(--ink-soft)" fontSize="13">
        <text x="14" y="40">
          Agree
        </text>
        <text x="14" y="136">
          Disagree
        </text>
      </g>
      <path
        d={buoys.map(({ x, y }) => `M${x} ${SEA}V${y}`).join('')}
        stroke="var(--near)"
        strokeWidth="3"
      />
      {buoys.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="8" fill="var(--near)" />
      ))}
      {top && (
        <>
          <circle cx={top.x} cy={top.y} r="14" fill="var(--buoy)" />
          <text
            x={top.x}
            y={top.y + 5.5}
            textAnchor="middle"
            fontSize="15"
            fontWeight="700"
            fill="var(--foam)"
          >
            {top.value}
          </text>
        </>
      )}
      <path d={wave({ level: SEA, height: 12, rise: 80 })} fill="var(--near)" />
      <path d={wave({ level: 182, height: 10, rise: 100 })} fill="var(--deep)" />
    </Scene>
  )
}
