import { Glide } from './glide.tsx'
import { InputField } from './input-field.tsx'
import type { InputFieldProps } from './input-field.tsx'

/** One line of text, with an error that may come from a service, late. */
export const TextField = (props: InputFieldProps) => (
  <Glide at={props.error}>
    <InputField {...props} />
  </Glide>
)
