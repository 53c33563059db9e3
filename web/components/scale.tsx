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
  const points = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const end = (point: number) =>
    point === min ? `, ${minLabel}` : point === max ? `, ${maxLabel}` : ''
  return (
    <fieldset className={styles.set} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="visually-hidden">{legend}</legend>
      <div
        className={styles.points}
        style={{ gridTemplateColumns: `repeat(${points.length}, minmax(0, 1fr))` }}
      >
        {points.map((point) => (
          <label key={point} className={styles.point}>
            <input
              type="radio"
              name={name}
              value={point}
              checked={value === point}
              className={`covering ${styles.input}`}
              data-invalid={error ? true : undefined}
              onChange={() => onChange(point)}
            />
            <span className={styles.face}>{point}</span>
            <span className="visually-hidden">{end(point)}</span>
          </label>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{minLabel}</span>
        <span>{maxLabel}</span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
