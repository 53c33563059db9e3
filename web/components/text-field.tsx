import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError } from './field-error.tsx'
import type { ErrorLines } from './field-error.tsx'
import * as styles from './field.module.css'

export interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'id'
> {
  label: string
  /** A sentence under the label. */
  hint?: ReactNode
  /** The error message under the field. Sets `aria-invalid`, unless the caller does. */
  error?: ReactNode
  errorLines?: ErrorLines
  /** Says "(optional)" beside the label. */
  optional?: boolean
  /** Makes the field as wide as a short number or year. */
  short?: boolean
  /** The unit of the number, after the field: "months". */
  unit?: string
  /** Accepts what react-hook-form's `register` returns: `<TextField {...register('email')} />`. */
  ref?: Ref<HTMLInputElement>
}

/** One line of text with its label, hint and error tied together. */
export const TextField = ({
  label,
  hint,
  error,
  errorLines,
  optional,
  short,
  unit,
  ref,
  ...input
}: TextFieldProps) => {
  const id = useId()
  const described = [
    hint ? `${id}-hint` : '',
    unit ? `${id}-unit` : '',
    error ? `${id}-error` : '',
  ].filter(Boolean)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.control}>
        <input
          type="text"
          aria-invalid={error ? true : undefined}
          aria-required={optional ? undefined : true}
          {...input}
          ref={ref}
          id={id}
          className={`${styles.input} ${short ? styles.short : ''}`}
          aria-describedby={described.join(' ') || undefined}
        />
        {unit && (
          <span id={`${id}-unit`} className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
      <FieldError id={`${id}-error`} lines={errorLines}>
        {error}
      </FieldError>
    </div>
  )
}
