import type { ReactNode } from 'react'
import * as styles from './in-place.module.css'

export interface InPlaceProps {
  /** The skeleton whose place this takes. */
  of: ReactNode
  children: ReactNode
}

/** What takes the place of a skeleton, never lower than that was: nothing around it moves. */
export const InPlace = ({ of, children }: InPlaceProps) => (
  <div className={styles.place}>
    <div className={styles.room} aria-hidden="true">
      {of}
    </div>
    <div>{children}</div>
  </div>
)
