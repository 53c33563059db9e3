import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** The boat at sea, on a phone's screen. */
export const DownloadApp = () => (
  <Scene>
    <Horizon to={96} />
    <Horizon from={224} />
    <path d={wave({ level: 148, height: 16, rise: 76, from: 30 })} fill="var(--far)" />
    <path d={wave({ level: 172, height: 14, rise: 70 })} fill="var(--mid)" />
    <rect x="104" y="10" width="112" height="196" rx="18" fill="var(--hull)" />
    <clipPath id="download-app-screen">
      <rect x="112" y="18" width="96" height="190" rx="11" />
    </clipPath>
    <g clipPath="url(#download-app-screen)">
      <path d="M112 18h96v190h-96z" fill="var(--sand)" />
      <circle cx="184" cy="52" r="12" fill="var(--buoy)" />
      <path d="M112 120h96v90h-96z" fill="var(--far)" />
      <path d={wave({ level: 134, height: 14, rise: 48, from: 10 })} fill="var(--mid)" />
      <Boat x={156} y={128} scale={0.42} />
      <path d={wave({ level: 148, height: 14, rise: 44, from: 30 })} fill="var(--near)" />
      <path d={wave({ level: 180, height: 12, rise: 50 })} fill="var(--deep)" />
    </g>
    <path d="M148 26h24" stroke="var(--hull)" strokeWidth="6" strokeLinecap="round" />
  </Scene>
)
