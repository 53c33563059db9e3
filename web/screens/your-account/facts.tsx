import * as styles from './your-account.module.css'

/** What is known, line by line. */
export const Facts = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || <span className={styles.soft}>Not given</span>}</dd>
      </div>
    ))}
  </dl>
)
