import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** A boat at anchor, sails furled, on calm water. */
export const AtAnchor = () => (
  <Scene>
    <circle cx="246" cy="78" r="26" fill="var(--buoy)" />
    <path d="M48 58a13 13 0 0 1 13-13 20 20 0 0 1 38-4 16 16 0 0 1 20 17z" fill="var(--far)" />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={84} />
    <Horizon from={204} />
    <path
      d="M226 128h40M234 138h24"
      stroke="var(--buoy)"
      strokeWidth="4"
      strokeLinecap="round"
      opacity=".75"
    />
    <path d={wave({ level: 138, height: 8, rise: 80 })} fill="var(--mid)" />
    <Boat x={142} y={132} scale={0.54} sails="furled" />
    <path d={wave({ level: 152, height: 8, rise: 80 })} fill="var(--near)" />
    <path
      d="M190 136q20 8 22 20"
      fill="none"
      stroke="var(--sand)"
      strokeWidth="3"
      strokeDasharray="5 4"
    />
    <g fill="none" stroke="var(--sand)" strokeWidth="4" strokeLinecap="round">
      <circle cx="212" cy="161" r="4" />
      <path d="M212 166v20M203 172h18M197 177q3 10 15 10t15-10" />
    </g>
    <path d={wave({ level: 192, height: 6, rise: 105 })} fill="var(--deep)" />
  </Scene>
)
