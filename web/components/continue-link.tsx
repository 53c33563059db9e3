import { Link } from 'gatsby'
import * as styles from './continue-link.module.css'

export interface ContinueLinkProps {
  /** The visitor's unfinished journey; null when there is none. */
  journey: { href: string; label: string } | null
}

/**
 * "Continue where you left off": a quiet line, nothing at all when there is nothing to continue.
 */
export const ContinueLink = ({ journey }: ContinueLinkProps) =>
  journey && (
    <p className={styles.line}>
      <Link className={styles.link} to={journey.href} data-call="">
        <span className="label">Continue where you left off</span>
        <span className={styles.step}>{journey.label}</span>
      </Link>
    </p>
  )
