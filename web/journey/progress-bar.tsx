import * as styles from './progress-bar.module.css'

export interface ProgressBarProps {
  /** The name of the journey: "Check-up". */
  label: string
  /** The step one is at, from 1. */
  value: number
  max: number
  /** In words, beside the label and for assistive technology: "Question 4 of 11". */
  text: string
}

/** How far along. */
export const ProgressBar = ({ label, value, max, text }: ProgressBarProps) => (
  <div>
    <div className={styles.words} aria-hidden="true">
      <span>{label}</span>
      <span className="figures">{text}</span>
    </div>
    <progress
      className="visually-hidden"
      aria-label={label}
      aria-valuetext={text}
      value={value}
      max={max}
    />
    <div className={styles.track} aria-hidden="true">
      <div
        className={styles.fill}
        style={{ transform: `scaleX(${Math.min(1, Math.max(0, value / max))})` }}
      />
    </div>
  </div>
)
