import * as styles from './result.module.css'

/**
 * How many households reach the highest band, as published. The questions are those ours are
 * modelled on, and the bands are the same.
 */
export const PublishedNorm = () => (
  <p className={styles.norm}>
    <span>
      For comparison: 31% of US households were financially healthy (80 or more) in spring 2025, by
      eight questions close to ours.
    </span>{' '}
    <a
      href="https://finhealthnetwork.org/research/financial-health-pulse-2025-u-s-trends-report"
      rel="noopener"
    >
      Financial Health Network, 2025
    </a>
  </p>
)
