import * as styles from './result.module.css'

/**
 * The published share of households that reach the highest band. Our questions are modelled on
 * those of that study, and the bands are the same.
 */
export const PublishedNorm = () => (
  <p className={styles.norm}>
    <span>31% of US households scored 80 or more, on eight questions close to ours.</span>{' '}
    <a
      href="https://finhealthnetwork.org/research/financial-health-pulse-2025-u-s-trends-report"
      rel="noopener"
    >
      Financial Health Network, 2025
    </a>
  </p>
)
