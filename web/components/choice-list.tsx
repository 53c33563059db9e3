import { useId } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from './field-error.tsx'
import * as styles from './choice-list.module.css'

export interface ChoiceOption {
  id: string
  label: string
  /** A second, softer line. */
  note?: ReactNode
  /** In a multiple choice, this option cannot be combined with others. */
  exclusive?: boolean
  /** Drawn above the label when the list shows pictures. */
  picture?: ReactNode
}

interface Common {
  /** The question, for assistive technology: the step's heading shows it. */
  legend: string
  /** The inputs' name; keep it stable over one question. */
  name: string
  options: readonly ChoiceOption[]
  error?: ReactNode
  /** Reserves space for an error above the options, so that it causes no layout shift. */
  keepsErrorSpace?: boolean
  /** Shows the pictures, in two columns instead of one. */
  pictures?: boolean
}

export type ChoiceListProps = Common &
  (
    | { multiple?: false; value: string | null; onChange: (id: string) => void }
    | { multiple: true; value: readonly string[]; onChange: (ids: readonly string[]) => void }
  )

const isAlone = ({ exclusive = false }: ChoiceOption): boolean => exclusive

/**
 * Radio buttons or checkboxes as large targets. Native inputs, so that arrow keys, space and forms
 * work as usual.
 */
export const ChoiceList = (props: ChoiceListProps) => {
  const { legend, name, options, error, keepsErrorSpace = true, pictures = false } = props
  const id = useId()
  const isOn = (option: string) =>
    props.multiple ? props.value.includes(option) : props.value === option
  const change = (option: string, on: boolean) => {
    if (!props.multiple) return props.onChange(option)
    const clears = on && options.some((each) => each.id === option && isAlone(each))
    const stays = (each: ChoiceOption) =>
      props.value.includes(each.id) && !clears && !(on && isAlone(each))
    // Keeps the order of the options, not that of the clicks.
    const chosen = options.filter((each) => (each.id === option ? on : stays(each)))
    props.onChange(chosen.map((each) => each.id))
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="visually-hidden">{legend}</legend>
      {keepsErrorSpace && (
        <div className={styles.error}>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <div className={pictures ? styles.pictures : styles.lines}>
        {options.map((option) => (
          <label
            key={option.id}
            className={styles.option}
            data-kind={pictures ? 'picture' : 'line'}
          >
            <input
              type={props.multiple ? 'checkbox' : 'radio'}
              name={name}
              value={option.id}
              checked={isOn(option.id)}
              className={`covering ${styles.input}`}
              data-invalid={error ? true : undefined}
              onChange={(event) => change(option.id, event.target.checked)}
            />
            <span className={styles.face}>
              {pictures && option.picture && (
                <span className={styles.picture}>{option.picture}</span>
              )}
              <span
                className={styles.sign}
                data-shape={props.multiple ? 'box' : 'ring'}
                aria-hidden="true"
              />
              <span className={styles.text}>
                <span>{option.label}</span>
                {option.note && <span className={styles.note}>{option.note}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
