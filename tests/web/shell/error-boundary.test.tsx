// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '#web/shell/error-boundary.tsx'

const error = new Error('The screen came apart')
const Broken = () => {
  throw error
}

describe('an error while rendering', () => {
  // React logs what a boundary caught.
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it('shows the fallback and is reported once, even under StrictMode', () => {
    const onError = vi.fn<(error: unknown) => void>()
    render(
      <StrictMode>
        <ErrorBoundary fallback={<p>Reload</p>} onError={onError}>
          <Broken />
        </ErrorBoundary>
      </StrictMode>,
    )
    expect(screen.getByText('Reload')).toBeTruthy()
    expect(onError.mock.calls).toEqual([[error]])
  })

  it('leaves the rest of the page in place when there is no fallback', () => {
    const onError = vi.fn<(error: unknown) => void>()
    const { container } = render(
      <main>
        <ErrorBoundary onError={onError}>
          <Broken />
        </ErrorBoundary>
        <p>The rest</p>
      </main>,
    )
    expect(container.textContent).toBe('The rest')
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('is cleared on another route, but not on the same one', () => {
    const at = (path: string, isBroken: boolean) => (
      <ErrorBoundary at={path} fallback={<p>Reload</p>} onError={() => {}}>
        {isBroken ? <Broken /> : <p>Home</p>}
      </ErrorBoundary>
    )
    const { container, rerender } = render(at('/sign-in', true))
    rerender(at('/sign-in', false))
    expect(container.textContent).toBe('Reload')
    rerender(at('/', false))
    expect(container.textContent).toBe('Home')
  })
})
