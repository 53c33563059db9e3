import { useId } from 'react'
import * as styles from './plan-card.module.css'

export interface PlanCardProps {
  /** The name of the radio group that the card belongs to. */
  group: string
  value: string
  checked: boolean
  onChange: (value: string) => void
  name: string
  /** The price as written for people, from core: "$7.50". */
  price: string
  /** What the price is for: "a month, $89.99 a year". */
  per: string
  /** A short highlight, such as "Save 42%". */
  tag?: string
  /**
   * The trial and a discounted first charge, or the charge due today: "14 days free, then $71.99".
   */
  note: string
}

/** One of several plans to choose from. */
export const PlanCard = (props: PlanCardProps) => {
  const { group, value, checked, onChange, name, price, per, tag, note } = props
  const id = useId()
  return (
    <div className={styles.card} data-on={checked || undefined}>
      <input
        type="radio"
        className={`covering ${styles.input}`}
        name={group}
        value={value}
        checked={checked}
        aria-labelledby={id}
        onChange={() => onChange(value)}
      />
      <span id={id} className={styles.words}>
        {tag && <span className={styles.tag}>{tag}</span>}
        <span className={styles.name}>{name}</span>
        <span className={styles.price}>{price}</span> <span className={styles.per}>{per}</span>{' '}
        <span>{note}</span>
      </span>
      <span className={styles.sign} aria-hidden="true" />
    </div>
  )
}
