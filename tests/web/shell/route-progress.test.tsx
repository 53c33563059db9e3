// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RouteProgress } from '#web/shell/route-progress.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (milliseconds: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
const said = () => screen.getByRole('status').textContent

it('the route progress announces a slow page after 300 ms, until the page is shown', async () => {
  const { rerender } = render(<RouteProgress isResolving />)
  await wait(299)
  expect(said()).toBe('')
  await wait(1)
  expect(said()).toBe('Loading the next page')
  rerender(<RouteProgress isResolving={false} />)
  expect(said()).toBe('')
})

it('the route progress announces nothing for a faster page, and waits the full time again for the next', async () => {
  const { rerender } = render(<RouteProgress isResolving />)
  await wait(200)
  rerender(<RouteProgress isResolving={false} />)
  rerender(<RouteProgress isResolving />)
  await wait(200)
  expect(said()).toBe('')
})
