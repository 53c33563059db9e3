import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** A life ring, for when something went wrong. */
export const LifeRing = () => (
  <Scene>
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={92} />
    <Horizon from={228} />
    <path d={wave({ level: 142, height: 18, rise: 74, from: 16 })} fill="var(--mid)" />
    <circle cx="160" cy="100" r="50" fill="none" stroke="var(--sail)" strokeWidth="26" />
    <g fill="none" stroke="var(--buoy)" strokeWidth="26">
      <path d="M142 53.4a50 50 0 0 1 36 0M206.6 82a50 50 0 0 1 0 36M113.4 118a50 50 0 0 1 0-36M178 146.6a50 50 0 0 1-36 0" />
    </g>
    <path
      d="M210 60q46-30 70 6 14 26 40 20"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d={wave({ level: 160, height: 18, rise: 68, from: 40 })} fill="var(--near)" />
    <path d={wave({ level: 186, height: 14, rise: 76 })} fill="var(--deep)" />
  </Scene>
)
