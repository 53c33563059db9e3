import * as styles from './skeleton.module.css'

export interface SkeletonProps {
  /** What will be shown here, in the real layout. */
  shape:
    | 'heading'
    | 'text'
    | 'control'
    | 'panel'
    | 'picture'
    | 'field'
    | 'chart'
    | 'plan'
    | 'action'
    | 'code'
  /** How many of them. */
  count?: number
}

/**
 * A placeholder with the layout of the content that is loading. Put `aria-busy` and a spoken label
 * on its parent.
 */
export const Skeleton = ({ shape, count = 1 }: SkeletonProps) => (
  <div className={styles.group} data-shape={shape} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className={`${styles.bone} ${styles[shape]}`} />
    ))}
  </div>
)
