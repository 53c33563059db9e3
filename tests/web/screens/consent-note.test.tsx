// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { annual, welcome20 } from '#tests/support/a-visitor.ts'
import { shownOrder } from '#web/content/words/consent-words.ts'
import { ConsentNote } from '#web/screens/payment/consent-note.tsx'

afterEach(cleanup)

it('the consent note shows the text word for word, with a link to the terms of use', () => {
  const { text } = shownOrder(annual, welcome20, new Date()).consent
  const { container, getByRole } = render(<ConsentNote text={text} />)
  expect(container.textContent).toBe(text)
  expect(getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/termsofuse')
})
