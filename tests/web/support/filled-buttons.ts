/** The classes of a button's looks, for `vi.mock`: tests load no styles. */
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

/** What the filled buttons say. */
export const filledButtons = (): readonly string[] =>
  [...document.querySelectorAll('.filled > :first-child, a.filled')].map(
    ({ textContent }) => textContent,
  )
