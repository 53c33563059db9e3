import type { ReactNode } from 'react'
import type { PortraitTraits } from '../content/team.ts'
import * as styles from './portrait.module.css'

/** What lies behind the head. */
const hairBehind: Readonly<Record<PortraitTraits['hair'], ReactNode>> = {
  crop: null,
  none: null,
  bob: <path d="M66 112q-2-62 54-62t54 62v40q0 10-10 10H76q-10 0-10-10z" />,
  bun: (
    <>
      <circle cx="120" cy="38" r="22" />
      <path d="M74 116q-4-62 46-62t46 62z" />
    </>
  ),
  curls: (
    <>
      <circle cx="120" cy="62" r="34" />
      <circle cx="86" cy="72" r="28" />
      <circle cx="154" cy="72" r="28" />
      <circle cx="68" cy="102" r="25" />
      <circle cx="172" cy="102" r="25" />
      <circle cx="72" cy="132" r="20" />
      <circle cx="168" cy="132" r="20" />
    </>
  ),
  scarf: <path d="M64 118q0-72 56-72t56 72q0 44-8 78H72q-8-34-8-78z" />,
}

/** What lies on the forehead. */
const hairBefore: Readonly<Record<PortraitTraits['hair'], ReactNode>> = {
  crop: <path d="M80 110q-8-54 34-58 34-8 48 18 8 16-2 40-4-18-14-26-26 6-50-2-12 10-16 28z" />,
  none: null,
  bob: <path d="M80 106q2-46 40-46t40 46q-2-14-10-20-32-2-48-14-4 20-22 34z" />,
  bun: <path d="M80 110q-4-48 40-50 44 2 40 50-8-24-40-36-32 12-40 36z" />,
  curls: (
    <>
      <path d="M84 90V58h72v32q-36-20-72 0z" />
      <circle cx="96" cy="80" r="13" />
      <circle cx="120" cy="75" r="14" />
      <circle cx="144" cy="80" r="13" />
    </>
  ),
  scarf: (
    <>
      <path
        d="M70 122q0-72 50-72t50 72q0 52-50 60-50-8-50-60zM88 118a32 44 0 0 0 64 0a32 44 0 0 0-64 0z"
        fillRule="evenodd"
      />
      <path d="M80 150q40 36 80 0l16 38q-56 26-112 0z" />
    </>
  ),
}

/** A person before the horizon. Decorative: the name is next to it. */
export const Portrait = ({ traits }: { traits: PortraitTraits }) => {
  const { skin, hair, hairColour, clothes, ground, glasses, beard } = traits
  const tone = `var(--portrait-${skin})`
  return (
    <svg viewBox="0 0 240 240" className={styles.portrait} aria-hidden="true" focusable="false">
      <path d="M0 0h240v240H0z" fill="var(--sand)" />
      <circle cx="120" cy="112" r="88" fill={ground} />
      <path d="M0 168h240v72H0z" fill="var(--portrait-far)" />
      <path
        d="M8 168H232"
        stroke="var(--ink)"
        strokeWidth="1.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
        opacity=".4"
      />
      <g fill={hairColour}>{hairBehind[hair]}</g>
      <path d="M30 240q2-52 54-58h72q52 6 54 58z" fill={clothes} />
      <path d="M102 140h36v40q-4 16-18 16t-18-16z" fill={tone} />
      <path d="M102 158q18 14 36 0v10q-18 12-36 0z" fill="var(--portrait-line)" opacity=".16" />
      {hair !== 'scarf' && (
        <g fill={tone}>
          <circle cx="80" cy="118" r="9" />
          <circle cx="160" cy="118" r="9" />
        </g>
      )}
      <path d="M80 108q0-46 40-46t40 46q0 58-40 58t-40-58z" fill={tone} />
      {beard && (
        <path d="M80 112q6 26 20 22 20-8 40 0 14 4 20-22 4 62-40 62t-40-62z" fill={hairColour} />
      )}
      <g fill={hairColour}>{hairBefore[hair]}</g>
      <g fill="none" stroke="var(--portrait-line)" strokeLinecap="round" strokeWidth="3">
        <path d="M98 101q6-4 12-1M130 100q6-3 12 1" />
        <path d="M121 112q5 10-3 13" opacity=".55" />
        <path d="M108 143q12 9 24 0" {...(beard && { stroke: tone })} />
      </g>
      <g fill="var(--portrait-line)">
        <circle cx="104" cy="112" r="3.4" />
        <circle cx="136" cy="112" r="3.4" />
      </g>
      {glasses && (
        <g fill="none" stroke="var(--portrait-line)" strokeWidth="3">
          <circle cx="103" cy="113" r="13" />
          <circle cx="137" cy="113" r="13" />
          <path d="M116 111q4-3 8 0M90 111l-9-3M150 111l9-3" />
        </g>
      )}
    </svg>
  )
}
