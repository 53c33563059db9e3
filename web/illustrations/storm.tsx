import { Boat } from './boat.tsx'
import { Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** Bad weather on our side; the boat is still level. */
export const Storm = () => (
  <Scene>
    <path d="M128 74a26 26 0 0 1 26-26 40 40 0 0 1 76-10 31 31 0 0 1 42 36z" fill="var(--deep)" />
    <path d="M64 56a15 15 0 0 1 15-15 24 24 0 0 1 46-4 18 18 0 0 1 24 19z" fill="var(--mid)" />
    <path d="M206 62l-24 38h18l-10 34 36-46h-19l13-26z" fill="var(--buoy)" />
    <path
      d="M84 70l-7 14M112 70l-7 14M164 88l-7 14M250 88l-7 14"
      stroke="var(--near)"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d={wave({ level: 126, height: 46, rise: 58, from: 12 })} fill="var(--far)" />
    <path d={wave({ level: 144, height: 54, rise: 70, from: 40 })} fill="var(--mid)" />
    <Boat x={104} y={130} scale={0.46} sails="furled" />
    <path d={wave({ level: 168, height: 42, rise: 62, from: 6 })} fill="var(--near)" />
    <path d={wave({ level: 188, height: 28, rise: 70 })} fill="var(--deep)" />
  </Scene>
)
