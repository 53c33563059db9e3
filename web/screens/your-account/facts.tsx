import * as styles from './facts.module.css'
import * as account from './your-account.module.css'

/** A list of labels and values. */
export const Facts = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || <span className={account.soft}>Not given</span>}</dd>
      </div>
    ))}
  </dl>
)
