import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** A letter under sail: the verification mail is on its way. */
export const VerifyEmail = () => (
  <Scene>
    <circle cx="254" cy="56" r="22" fill="var(--buoy)" />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={88} />
    <Horizon from={232} />
    <path d={wave({ level: 142, height: 18, rise: 74, from: 16 })} fill="var(--mid)" />
    <path d="M96 92l64-46 64 46v30H96z" fill="var(--hull)" />
    <path d="M112 24q0-6 6-6h84q6 0 6 6v116H112z" fill="var(--sail)" />
    <path
      d="M128 40h40M128 56h64M128 72h52"
      stroke="var(--mid)"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d="M96 92l64 42 64-42v66q0 6-6 6H102q-6 0-6-6z" fill="var(--deep)" />
    <path
      d="M98 160l44-38M222 160l-44-38"
      stroke="var(--mid)"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d={wave({ level: 162, height: 18, rise: 68, from: 40 })} fill="var(--near)" />
    <path d={wave({ level: 186, height: 14, rise: 76 })} fill="var(--deep)" />
  </Scene>
)
