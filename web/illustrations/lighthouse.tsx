import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** A lighthouse that shows the way back. */
export const Lighthouse = () => (
  <Scene>
    <path d="M222 46L0 8v84z" fill="var(--far)" />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={190} />
    <Boat x={70} y={128} scale={0.3} sails="half" />
    <path d={wave({ level: 144, height: 18, rise: 74, from: 16 })} fill="var(--mid)" />
    <path d="M206 160l12-98h34l12 98z" fill="var(--sail)" />
    <path
      d="M214.3 92.5l1.7-14h38l1.7 14zM210.5 123l1.8-14h45.4l1.8 14zM206.5 155l1.8-15h53.4l1.8 15z"
      fill="var(--near)"
    />
    <path d="M210 62h50" stroke="var(--hull)" strokeWidth="6" strokeLinecap="round" />
    <path d="M219 34h32v26h-32z" fill="var(--buoy)" />
    <path d="M235 34v26" stroke="var(--hull)" strokeWidth="4" />
    <path d="M213 35q22-30 44 0z" fill="var(--hull)" />
    <path d="M150 200q16-42 52-48 40-8 78 2 24 8 40 30v16z" fill="var(--rock)" />
    <path d={wave({ level: 176, height: 18, rise: 68, from: 40 })} fill="var(--near)" />
    <path d={wave({ level: 190, height: 12, rise: 76 })} fill="var(--deep)" />
  </Scene>
)
