import type { Elements } from '../components/elements.ts'
import * as styles from './scene.module.css'

export interface SceneProps {
  /**
   * What the picture shows, if it says something that the text beside it does not. Without a title
   * it is decorative.
   */
  title?: string
  /** Without children only the sky is drawn. */
  children?: Elements
}

/**
 * The frame of every small picture: 320 by 200, the horizon at 120, strokes 4 wide, sand for a sky.
 */
export const Scene = ({ title, children }: SceneProps) => (
  <svg
    viewBox="0 0 320 200"
    className={styles.scene}
    focusable="false"
    {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
  >
    <path d="M0 0h320v200H0z" fill="var(--sand)" />
    {children}
  </svg>
)

/** The horizon, drawn only if nothing else shows what is level. */
export const Horizon = ({ from = 16, to = 304 }: { from?: number; to?: number }) => (
  <path
    d={`M${from} 120H${to}`}
    fill="none"
    stroke="var(--ink)"
    strokeWidth="1.5"
    strokeDasharray="2 8"
    strokeLinecap="round"
    opacity=".45"
  />
)
