import { useState } from 'react'
import { TextField } from './text-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'value' | 'defaultValue' | 'onChange'
> {
  /** A whole number; null is an empty field, NaN one that holds something else. */
  value: number | null
  /** Reads what was typed: the number, null when it is empty, or NaN for anything else. */
  read: (text: string) => number | null
  /** Called with what `read` returned. */
  onChange: (value: number | null) => void
}

const write = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : String(value)

/**
 * A whole number with a numeric keyboard and no stepper: neither the wheel nor the arrow keys
 * change it by accident. The caller checks limits and states them in `hint` or `error`; what was
 * typed is never truncated.
 */
export const NumberField = ({ value, read, onChange, ...field }: NumberFieldProps) => {
  const [text, setText] = useState(write(value))
  // Keeps what was typed ("07", "1.") as long as it stands for the current value.
  const shown = Object.is(read(text), value) ? text : write(value)
  return (
    <TextField
      short
      autoComplete="off"
      {...field}
      inputMode="numeric"
      value={shown}
      onChange={(event) => {
        setText(event.target.value)
        onChange(read(event.target.value))
      }}
    />
  )
}
