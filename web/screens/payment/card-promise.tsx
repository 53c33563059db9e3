import * as styles from './payment.module.css'

/** Says who handles the card, next to a lock icon. */
export const CardPromise = () => (
  <p className={styles.lock}>
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d="M4 9h12v8H4zM6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M10 12v2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <span>Stripe handles your card. We never see its number.</span>
  </p>
)
