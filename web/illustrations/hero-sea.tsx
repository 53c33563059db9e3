import { Boat } from './boat.tsx'
import * as styles from './scene.module.css'
import { wave } from './wave.ts'

const size = { width: 520, bottom: 440 }

/** The idea in one picture: the sea moves, the boat stays level. */
export const HeroSea = () => (
  <svg
    viewBox="0 0 520 440"
    className={styles.scene}
    role="img"
    aria-label="A small boat keeps level while the sea moves under it"
    focusable="false"
  >
    <path d="M0 0h520v440H0z" fill="var(--sand)" />
    <circle cx="396" cy="122" r="46" fill="var(--buoy)" />
    <path d="M0 262l58-40q20-13 42 0l30 18 26-12q16-8 32 0l52 34z" fill="var(--far)" />
    <path d="M0 262h520v178H0z" fill="var(--far)" />
    <g fill="none" stroke="var(--sand)" strokeWidth="4" strokeLinecap="round">
      <path d="M364 282h64M378 298h50M352 298h6M390 314h26" />
      <path d="M40 286h34M92 304h20" opacity=".7" />
    </g>
    <path
      d="M20 262H500"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeDasharray="2 10"
      strokeLinecap="round"
      opacity=".5"
    />
    <g className={styles.swellBack}>
      <path d={wave({ level: 318, height: 40, rise: 118, from: 20 }, size)} fill="var(--mid)" />
    </g>
    <g className={styles.bob}>
      <Boat x={238} y={300} scale={1.14} />
    </g>
    <g className={styles.swell}>
      <path d={wave({ level: 348, height: 34, rise: 136, from: 60 }, size)} fill="var(--near)" />
    </g>
    <g className={styles.swellBack}>
      <path d={wave({ level: 400, height: 26, rise: 150 }, size)} fill="var(--deep)" />
    </g>
  </svg>
)
