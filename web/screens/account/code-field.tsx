import { TextField } from '../../components/text-field.tsx'
import type { TextFieldProps } from '../../components/text-field.tsx'

/** The code of a text message; phones offer to fill it in. */
export const CodeField = (
  props: Omit<TextFieldProps, 'label' | 'type' | 'inputMode' | 'autoComplete' | 'short'>,
) => (
  <TextField
    label="Code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    short
    errorLines={3}
    {...props}
  />
)
