import type { BeliefId } from '#core/model/money-belief.ts'
import { Boat } from './boat.tsx'
import { Horizon, Scene } from './scene.tsx'
import { wave } from './wave.ts'

/** Letters at sea, still sealed. */
const Avoidance = () => (
  <Scene>
    <circle cx="66" cy="56" r="22" fill="var(--buoy)" />
    <Horizon />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <path d={wave({ level: 140, height: 22, rise: 72, from: 10 })} fill="var(--mid)" />
    <g transform="translate(168 124) rotate(-22)">
      <path
        d="M-78-28h100q14 0 24 10l12 8h26v20H58l-12 8q-10 10-24 10H-78q-14 0-14-14v-28q0-14 14-14z"
        fill="var(--sail)"
      />
      <path d="M-70-14H14v28h-84z" fill="var(--belief-avoidance)" />
      <path
        d="M-70-14q9 14 0 28M14-14q-9 14 0 28"
        fill="none"
        stroke="var(--sail)"
        strokeWidth="4"
      />
      <path d="M-28-14v28" stroke="var(--sand)" strokeWidth="4" />
      <path d="M84-12h16q4 0 4 4v16q0 4-4 4H84z" fill="var(--ink)" />
    </g>
    <path d={wave({ level: 158, height: 24, rise: 66, from: 36 })} fill="var(--near)" />
    <path d={wave({ level: 184, height: 18, rise: 74 })} fill="var(--deep)" />
  </Scene>
)

/** A sun like a coin, and a boat that steers only by it. */
const Worship = () => (
  <Scene>
    <circle cx="196" cy="96" r="74" fill="var(--belief-worship)" />
    <circle cx="196" cy="96" r="58" fill="none" stroke="var(--sand)" strokeWidth="4" />
    <circle
      cx="196"
      cy="96"
      r="42"
      fill="none"
      stroke="var(--sand)"
      strokeWidth="4"
      strokeDasharray="2 10"
      strokeLinecap="round"
    />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={120} />
    <path d={wave({ level: 142, height: 16, rise: 78, from: 30 })} fill="var(--mid)" />
    <Boat x={92} y={134} scale={0.42} />
    <path d={wave({ level: 156, height: 18, rise: 70, from: 8 })} fill="var(--near)" />
    <path d={wave({ level: 184, height: 16, rise: 80 })} fill="var(--deep)" />
    <path
      d="M170 134h52M182 146h28"
      stroke="var(--belief-worship)"
      strokeWidth="4"
      strokeLinecap="round"
    />
  </Scene>
)

/** A small hull under a great deal of bunting. */
const Status = () => (
  <Scene>
    <circle cx="268" cy="42" r="22" fill="var(--buoy)" />
    <path d="M0 120h320v80H0z" fill="var(--far)" />
    <Horizon to={96} />
    <Horizon from={236} />
    <path d={wave({ level: 142, height: 18, rise: 76, from: 20 })} fill="var(--mid)" />
    <path d="M164 10v124" stroke="var(--hull)" strokeWidth="5" strokeLinecap="round" />
    <path d="M155 44q-36 34-42 80h42z" fill="var(--belief-status)" />
    <path d="M173 44q36 34 42 80h-42z" fill="var(--sail)" />
    <path d="M164 10L36 118M164 10l128 108" stroke="var(--hull)" strokeWidth="2.5" />
    <path
      d="M145 26l-17 14 4 16zM113 53L96 67l4 16zM81 80L64 94l4 16z"
      fill="var(--belief-status)"
    />
    <path d="M129 40l-16 13 4 16zM97 67L81 80l4 16zM65 94l-16 13 4 16z" fill="var(--near)" />
    <path
      d="M183 26l17 14-4 16zM215 53l17 14-4 16zM247 80l17 14-4 16z"
      fill="var(--belief-status)"
    />
    <path d="M199 40l16 13-4 16zM231 67l16 13-4 16zM263 94l16 13-4 16z" fill="var(--near)" />
    <path d="M110 128h108q-8 30-40 30h-32q-28 0-36-30z" fill="var(--hull)" />
    <path d={wave({ level: 158, height: 18, rise: 68, from: 4 })} fill="var(--near)" />
    <path d={wave({ level: 184, height: 16, rise: 78 })} fill="var(--deep)" />
  </Scene>
)

/** A lookout who never comes down. */
const Vigilance = () => (
  <Scene>
    <path d="M186 66L320 26v96z" fill="var(--far)" />
    <circle cx="272" cy="74" r="16" fill="var(--buoy)" />
    <path d="M0 140h320v60H0z" fill="var(--far)" />
    <path d={wave({ level: 152, height: 18, rise: 76, from: 26 })} fill="var(--mid)" />
    <Horizon to={104} />
    <path d="M130 10v190" stroke="var(--hull)" strokeWidth="7" />
    <path d="M133 10l34 10-34 10z" fill="var(--buoy)" />
    <path
      d="M126 128L66 200M134 128l60 72M100 160h60M84 180h92"
      stroke="var(--hull)"
      strokeWidth="2.5"
    />
    <path d="M94 96h72l-9 36h-54z" fill="var(--belief-vigilance)" />
    <path d="M90 92h80" stroke="var(--hull)" strokeWidth="7" strokeLinecap="round" />
    <circle cx="146" cy="58" r="13" fill="var(--hull)" />
    <path d="M128 92q0-22 18-22t18 22z" fill="var(--sail)" />
    <path d="M152 62l30 5" stroke="var(--hull)" strokeWidth="9" strokeLinecap="round" />
    <path d="M150 80l14-10" stroke="var(--hull)" strokeWidth="5" strokeLinecap="round" />
    <path d={wave({ level: 182, height: 18, rise: 70 })} fill="var(--near)" />
  </Scene>
)

const pictures: Readonly<Record<BeliefId, () => React.JSX.Element>> = {
  avoidance: Avoidance,
  worship: Worship,
  status: Status,
  vigilance: Vigilance,
}

/** The picture of a money belief. */
export const BeliefPicture = ({ belief }: { belief: BeliefId }) => {
  const Picture = pictures[belief]
  return <Picture />
}
