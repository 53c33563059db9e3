import type { ReactNode } from 'react'
import * as styles from './in-place.module.css'

export interface InPlaceProps {
  /** What this replaces, usually a skeleton; shown while there are no children. */
  of: ReactNode
  children: ReactNode
}

/** Replaces a placeholder and is at least as tall, so that nothing around it shifts. */
export const InPlace = ({ of, children }: InPlaceProps) => {
  const isReplaced = Boolean(children)
  return (
    <div className={styles.place}>
      <div className={isReplaced ? styles.space : undefined} aria-hidden={isReplaced || undefined}>
        {of}
      </div>
      {isReplaced && <div>{children}</div>}
    </div>
  )
}
