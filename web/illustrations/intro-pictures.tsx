import type { ReactElement } from 'react'
import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

const CalmLake = () => (
  <Scene>
    <circle cx="226" cy="64" r="24" fill="var(--buoy)" />
    <path d="M0 120l52-42q14-10 28 0l56 42z" fill="var(--far)" />
    <path d="M84 120l40-26q12-7 24 0l42 26z" fill="var(--mid)" />
    <path d="M0 120h320v80H0z" fill="var(--mid)" />
    <path d="M0 150h320v50H0z" fill="var(--near)" />
    <g fill="none" stroke="var(--sand)" strokeWidth="4" strokeLinecap="round">
      <path d="M206 134h44M216 146h28M24 140h30M70 168h46M180 176h64M262 160h30" />
    </g>
    <Boat x={150} y={124} scale={0.36} />
  </Scene>
)

const WindingPath = () => (
  <Scene>
    <circle cx="238" cy="70" r="24" fill="var(--buoy)" />
    <path d="M0 120l46-36q14-10 28 0l30 22 44-44q14-13 28 0l58 58z" fill="var(--far)" />
    <path d="M180 120l54-30q12-7 24 0l62 30z" fill="var(--mid)" />
    <path d="M0 120h320v80H0z" fill="var(--near)" />
    <path
      d="M74 200c16-26 148-26 136-48-7-13-62-14-58-32h9c0 14 74 12 82 30 12 28-92 28-98 50z"
      fill="var(--sand)"
    />
    <path d="M156 120V86" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" />
    <path d="M158 84l22 8-22 8z" fill="var(--buoy)" />
    <g fill="var(--deep)">
      <path d="M40 154l14-28 14 28zM20 178l16-32 16 32zM268 166l13-26 13 26z" />
    </g>
  </Scene>
)

const RoughSea = () => (
  <Scene>
    <path d="M42 58a20 20 0 0 1 20-20 30 30 0 0 1 56-6 24 24 0 0 1 30 26z" fill="var(--mid)" />
    <path d="M196 44a14 14 0 0 1 14-14 22 22 0 0 1 42-4 17 17 0 0 1 22 18z" fill="var(--far)" />
    <path
      d="M66 72l-8 16M94 72l-8 16M122 72l-8 16M216 58l-6 12M242 58l-6 12"
      stroke="var(--near)"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d={wave({ level: 120, height: 58, rise: 54, from: 14 })} fill="var(--far)" />
    <path d={wave({ level: 138, height: 72, rise: 66 })} fill="var(--mid)" />
    <Boat x={180} y={126} scale={0.36} tilt={-15} sails="half" />
    <path d={wave({ level: 152, height: 64, rise: 58, from: 30 })} fill="var(--near)" />
    <path d={wave({ level: 182, height: 44, rise: 62 })} fill="var(--deep)" />
  </Scene>
)

const Juggler = () => (
  <Scene>
    <path
      d="M70 96a92 74 0 0 1 180 0"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="1.5"
      strokeDasharray="2 8"
      strokeLinecap="round"
      opacity=".45"
    />
    <circle cx="84" cy="66" r="15" fill="var(--near)" />
    <circle cx="126" cy="32" r="15" fill="var(--buoy)" />
    <circle cx="194" cy="32" r="15" fill="var(--ink)" />
    <circle cx="236" cy="66" r="15" fill="var(--mid)" />
    <path d="M0 156h320v44H0z" fill="var(--far)" />
    <path
      d="M134 132q-34-2-46-32M186 132q34-2 46-32"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="10"
      strokeLinecap="round"
    />
    <circle cx="160" cy="90" r="19" fill="var(--ink)" />
    <path d="M122 200v-46q0-36 38-36t38 36v46z" fill="var(--near)" />
    <path
      d="M160 150v50"
      stroke="var(--sand)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeDasharray="1 12"
    />
    <Horizon from={16} to={72} />
    <Horizon from={248} to={304} />
  </Scene>
)

/** The pictures by the option's id. */
const introPictures: Readonly<Record<string, ReactElement>> = {
  'calm-lake': <CalmLake />,
  'winding-path': <WindingPath />,
  'rough-sea': <RoughSea />,
  juggler: <Juggler />,
}

/**
 * One of the four pictures of the first question; for an unknown option, only the sky.
 */
export const IntroPicture = ({ id }: { id: string }) => introPictures[id] ?? <Scene />
