import { useId } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import * as styles from './scale.module.css'

export interface ScaleProps {
  /** The statement, for assistive technology: the step's heading shows it. */
  legend: string
  name: string
  /** First and last point, whole numbers. */
  min: number
  max: number
  /** What the two ends mean. */
  minLabel: string
  maxLabel: string
  value: number | null
  onChange: (value: number) => void
  error?: ReactNode
}

export interface PointsProps {
  name: string
  points: readonly {
    value: number
    label: string
    /** Read after the label: what this point means. */
    meaning?: string
  }[]
  value: number | null
  onChange: (value: number) => void
  isInvalid: boolean
}

/** Numbers to pick from, in one row. */
export const Points = ({ name, points, value, onChange, isInvalid }: PointsProps) => (
  <div
    className={styles.points}
    style={{ gridTemplateColumns: `repeat(${points.length}, minmax(0, 1fr))` }}
  >
    {points.map((point) => (
      <label key={point.value} className={styles.point}>
        <input
          type="radio"
          name={name}
          value={point.value}
          checked={value === point.value}
          className={`covering ${styles.input}`}
          data-invalid={isInvalid || undefined}
          onChange={() => onChange(point.value)}
        />
        <span className={styles.face}>{point.label}</span>
        {point.meaning && <span className="visually-hidden">{`, ${point.meaning}`}</span>}
      </label>
    ))}
  </div>
)

/** How much one agrees, in whole points between two named ends. */
export const Scale = ({
  legend,
  name,
  min,
  max,
  minLabel,
  maxLabel,
  value,
  onChange,
  error,
}: ScaleProps) => {
  const id = useId()
  const points = Array.from({ length: max - min + 1 }, (_, index) => {
    const point = min + index
    const meaning = point === min ? minLabel : point === max ? maxLabel : undefined
    return { value: point, label: String(point), meaning }
  })
  return (
    <fieldset className={styles.set} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="visually-hidden">{legend}</legend>
      <Points {...{ name, points, value, onChange }} isInvalid={Boolean(error)} />
      <div className={styles.ends} aria-hidden="true">
        <span>{minLabel}</span>
        <span>{maxLabel}</span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
