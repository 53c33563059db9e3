import { useEffect, useState } from 'react'
import * as styles from './route-progress.module.css'

/** How long a page may take before the progress bar appears, in milliseconds. */
const DELAY = 300

const Late = () => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    isLate && (
      <>
        <div className={styles.bar} aria-hidden="true" />
        <span className="visually-hidden">Loading the next page</span>
      </>
    )
  )
}

/** Announces a slow next page, by a thin bar and to screen readers. */
export const RouteProgress = ({ isResolving }: { isResolving: boolean }) => (
  <output>{isResolving && <Late />}</output>
)
