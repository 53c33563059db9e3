// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { translatePage } from '#tests/support/translate-page.ts'
import { ErrorBoundary } from '#web/shell/error-boundary.tsx'

/** Returns a page's text after a re-render, before which the page may have been translated. */
const saysAfter = (before: ReactNode, after: ReactNode, isTranslated: boolean) => {
  const { container, rerender } = render(before)
  if (isTranslated) translatePage(document)
  rerender(after)
  const { textContent } = container
  cleanup()
  return textContent
}

const Plan = ({ price, isTried }: { price: string; isTried: boolean }) => (
  <section>
    <h2>{`Renews at ${price}`}</h2>
    {isTried && <p>Free days first.</p>}
    <p>
      <span>It costs</span> <b>{price}</b>
      {isTried ? <span> later.</span> : null}
    </p>
    <button>{isTried ? 'Try' : 'Buy'}</button>
  </section>
)

describe('a translated page', () => {
  beforeEach(() => {
    // React logs what a boundary caught.
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it.each([
    ['a change', true, false],
    ['a change back', false, true],
  ])('shows the new text after %s when each text is alone in its element', (_, before, after) => {
    const change = [
      <Plan key="plan" price="$9" isTried={before} />,
      <Plan key="plan" price="$90" isTried={after} />,
    ] as const
    expect(saysAfter(...change, true)).toBe(saysAfter(...change, false))
  })

  it('keeps the old text when the text has siblings, which is why the site has no such text', () => {
    const change = [
      <p key="text">Renews at {'$9'} a year</p>,
      <p key="text">Renews at {'$90'} a year</p>,
    ] as const
    expect(saysAfter(...change, true)).not.toBe(saysAfter(...change, false))
  })

  it('shows the fallback when React cannot find a text', () => {
    const report = vi.fn<(error: unknown) => void>()
    const told = (isTold: boolean) => (
      <ErrorBoundary onError={report} fallback={<p>Reload</p>}>
        <p>
          <i />
          {isTold && 'Told.'}
        </p>
      </ErrorBoundary>
    )
    const { rerender } = render(told(true))
    translatePage(document)
    rerender(told(false))
    expect(screen.getByText('Reload')).toBeTruthy()
    expect(report).toHaveBeenCalledTimes(1)
  })
})
