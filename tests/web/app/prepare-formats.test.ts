// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareFormats } from '#web/app/prepare-formats.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('has a worker take the first look at the data of a language, in a turn of its own', async () => {
  const started = vi.fn<(url: URL) => void>()
  vi.stubGlobal('Worker', started)
  prepareFormats()
  expect(started).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  expect(started.mock.calls.map(([url]) => url.pathname)).toEqual([expect.stringMatching(/\/language-data\.ts$/)])
})

it('leaves it where the browser refuses a worker', async () => {
  vi.stubGlobal('Worker', function refuse() {
    throw new DOMException('not here', 'SecurityError')
  })
  prepareFormats()
  await expect(vi.advanceTimersByTimeAsync(0)).resolves.not.toThrow()
})
