import { useId } from 'react'
import type { ReactNode } from 'react'
import * as styles from './plan-card.module.css'

interface Common {
  name: string
  /** The price as written for people, from core: "$7.50". */
  price: string
  /** What the price is for: "a month, $89.99 a year". */
  per: string
  /** What to notice: "Save 42%". */
  tag?: string
  /** When the first charge comes, in words. */
  note?: ReactNode
  features?: readonly string[]
}

export type PlanCardProps = Common &
  (
    | {
        /** One of several to pick: a radio button with the group's name. */
        kind: 'choice'
        group: string
        value: string
        checked: boolean
        onChange: (value: string) => void
      }
    | {
        /** Stands alone with its own button. */
        kind: 'action'
        highlighted?: boolean
        action: ReactNode
      }
  )

/** A plan one can pick. */
export const PlanCard = (props: PlanCardProps) => {
  const { name, price, per, tag, note, features } = props
  const id = useId()
  const inside = (
    <>
      {tag && <span className={styles.tag}>{tag}</span>}
      <span className={styles.name}>{name}</span>
      <span className={styles.price}>
        <span>{price}</span> <small>{per}</small>
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  )
  const list = features && features.length > 0 && (
    <ul id={`${id}-features`} className={`plain ticked ${styles.features}`}>
      {features.map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
    </ul>
  )
  if (props.kind === 'action') {
    return (
      <article className={styles.card} data-on={props.highlighted || undefined}>
        {inside}
        {list}
        <div className={styles.action}>{props.action}</div>
      </article>
    )
  }
  return (
    <div className={styles.card} data-on={props.checked || undefined} data-choice>
      <input
        type="radio"
        className={`covering ${styles.input}`}
        name={props.group}
        value={props.value}
        checked={props.checked}
        aria-labelledby={`${id}-words`}
        aria-describedby={list ? `${id}-features` : undefined}
        onChange={() => props.onChange(props.value)}
      />
      <span id={`${id}-words`} className={styles.words}>
        {inside}
      </span>
      <span className={styles.sign} aria-hidden="true" />
      {list}
    </div>
  )
}
