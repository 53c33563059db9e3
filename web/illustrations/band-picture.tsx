import type { Band } from '#core/model/survey.ts'
import { Boat } from './boat.tsx'
import type { BoatProps } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

interface Weather {
  sun: number
  swell: number
  sails: BoatProps['sails']
  cloud: boolean
}

/** One sea in three weathers; the boat is level in all of them. */
const weathers: Readonly<Record<Band, Weather>> = {
  vulnerable: { sun: 110, swell: 38, sails: 'furled', cloud: true },
  coping: { sun: 82, swell: 26, sails: 'half', cloud: true },
  healthy: { sun: 56, swell: 11, sails: 'full', cloud: false },
}

/** The picture of a survey band. */
export const BandPicture = ({ band }: { band: Band }) => {
  const { sun, swell, sails, cloud } = weathers[band]
  return (
    <Scene>
      <circle cx="240" cy={sun} r="26" fill="var(--buoy)" />
      {cloud && (
        <path d="M196 62a15 15 0 0 1 15-15 23 23 0 0 1 44-4 18 18 0 0 1 23 19z" fill="var(--mid)" />
      )}
      {band === 'vulnerable' && (
        <path d="M34 50a12 12 0 0 1 12-12 19 19 0 0 1 36-3 15 15 0 0 1 18 15z" fill="var(--far)" />
      )}
      <path d="M0 120h320v80H0z" fill="var(--far)" />
      <Horizon />
      <path d={wave({ level: 140, height: swell, rise: 70, from: 24 })} fill="var(--mid)" />
      <Boat x={132} y={130} scale={0.56} sails={sails} />
      <path d={wave({ level: 164, height: swell, rise: 64, from: 36 })} fill="var(--near)" />
      <path d={wave({ level: 188, height: swell * 0.6, rise: 74 })} fill="var(--deep)" />
    </Scene>
  )
}
