import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** Out of the harbour under full sail, its light behind. */
export const PastTheLight = () => (
  <Scene>
    <path d="M66 44l254-30v84z" fill="var(--far)" />
    <circle cx="262" cy="64" r="24" fill="var(--buoy)" />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon from={108} to={160} />
    <Horizon from={258} />
    <path d={wave({ level: 142, height: 14, rise: 76 })} fill="var(--mid)" />
    <path d="M44 152l7-96h26l7 96z" fill="var(--sail)" />
    <path d="M49 86l1-13h28l1 13zM46.5 118l1-14h33l1 14z" fill="var(--near)" />
    <path d="M42 56h44" stroke="var(--hull)" strokeWidth="5" strokeLinecap="round" />
    <path d="M53 36h22v18H53z" fill="var(--buoy)" />
    <path d="M48 37q16-22 32 0z" fill="var(--hull)" />
    <path d="M0 200v-40q22-16 56-15 36-2 58 22l14 33z" fill="var(--rock)" />
    <Boat x={206} y={144} scale={0.6} />
    <path d={wave({ level: 172, height: 14, rise: 74, from: 20 })} fill="var(--near)" />
    <path d={wave({ level: 192, height: 10, rise: 90 })} fill="var(--deep)" />
  </Scene>
)
