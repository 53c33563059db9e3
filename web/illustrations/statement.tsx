import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

const points = [108, 132, 156, 180, 204, 228] as const

/** A statement in the air, and how much one agrees with it. */
export const Statement = () => (
  <Scene>
    <path
      d="M84 22h168q18 0 18 18v46q0 18-18 18H120l-26 24 4-24H84q-18 0-18-18V40q0-18 18-18z"
      fill="var(--sail)"
    />
    <path d="M92 44h120" stroke="var(--far)" strokeWidth="8" strokeLinecap="round" />
    <path d="M92 60h84" stroke="var(--far)" strokeWidth="8" strokeLinecap="round" />
    {points.map((x, index) => (
      <circle
        key={x}
        cx={x - 12}
        cy="84"
        r={index === 3 ? 9 : 6}
        fill={index === 3 ? 'var(--buoy)' : 'var(--mid)'}
      />
    ))}
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <path d="M120 104l-26 24 4-24z" fill="var(--sail)" />
    <Horizon to={84} />
    <Horizon from={116} />
    <path d={wave({ level: 146, height: 16, rise: 76, from: 20 })} fill="var(--mid)" />
    <Boat x={78} y={148} scale={0.3} sails="half" />
    <path d={wave({ level: 166, height: 18, rise: 68, from: 48 })} fill="var(--near)" />
    <path d={wave({ level: 188, height: 14, rise: 76 })} fill="var(--deep)" />
  </Scene>
)
