import { Boat } from './boat.tsx'
import * as styles from './scene.module.css'
import { wave } from './wave.ts'

const size = { width: 1440, bottom: 200 }

/** The sea from edge to edge, for the foot of a page; it is cut at the sides on narrow screens. */
export const SeaStrip = () => (
  <svg
    viewBox="0 0 1440 200"
    preserveAspectRatio="xMidYMax slice"
    className={`${styles.scene} ${styles.strip}`}
    aria-hidden="true"
    focusable="false"
  >
    <path
      d="M0 92H1440"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeDasharray="2 10"
      strokeLinecap="round"
      opacity=".4"
    />
    <path d="M0 92h1440v108H0z" fill="var(--far)" />
    <g className={styles.swellBack}>
      <path d={wave({ level: 126, height: 22, rise: 130, from: 20 }, size)} fill="var(--mid)" />
    </g>
    <g className={styles.bob}>
      <Boat x={720} y={122} scale={0.52} />
    </g>
    <g className={styles.swell}>
      <path d={wave({ level: 150, height: 22, rise: 140, from: 60 }, size)} fill="var(--near)" />
    </g>
    <g className={styles.swellBack}>
      <path d={wave({ level: 182, height: 16, rise: 150 }, size)} fill="var(--deep)" />
    </g>
  </svg>
)
