import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError } from './field-error.tsx'
import * as styles from './checkbox.module.css'

export interface CheckboxProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'id' | 'type'
> {
  /** The sentence to agree to; may contain links. */
  label: ReactNode
  error?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A sentence that has to be agreed to. */
export const Checkbox = ({ label, error, ref, ...input }: CheckboxProps) => {
  const id = useId()
  return (
    <div className={styles.checkbox}>
      <label className={styles.line} htmlFor={id}>
        <input
          {...input}
          ref={ref}
          id={id}
          type="checkbox"
          className={styles.box}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
