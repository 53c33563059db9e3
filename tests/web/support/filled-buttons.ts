/** The class names of a button's variants, for `vi.mock`, because tests load no styles. */
export const buttonClasses = {
  button: '',
  filled: 'filled',
  quiet: 'quiet',
  regular: '',
  small: '',
  wide: '',
  face: '',
  run: '',
}

/** The labels of the filled buttons. */
export const filledButtons = (): readonly string[] =>
  [...document.querySelectorAll('.filled > :first-child, a.filled')].map(
    ({ textContent }) => textContent,
  )
