import * as styles from './result.module.css'

/**
 * The share of households that reach the highest band, from a published study. Our questions are
 * modelled on those of the study, and the bands are the same.
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
