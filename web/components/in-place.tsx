import type { ReactNode } from 'react'
import * as styles from './in-place.module.css'

export interface InPlaceProps {
  /** The skeleton that this replaces. */
  of: ReactNode
  children: ReactNode
}

/** Replaces a skeleton at least at its height, so that nothing around it shifts. */
export const InPlace = ({ of, children }: InPlaceProps) => (
  <div className={styles.place}>
    <div className={styles.room} aria-hidden="true">
      {of}
    </div>
    <div>{children}</div>
  </div>
)
