// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPersistently } from '#web/app/load-persistently.ts'

const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>(async () => 'the part')
  for (let turn = 0; turn < times; turn += 1) load.mockRejectedValueOnce(new Error('Loading chunk 1 failed.'))
  return load
}

describe('loading code that nobody can ask for a second time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('tries again after a second, then after two', async () => {
    const load = failing(2)
    const part = loadPersistently(load)
    await vi.advanceTimersByTimeAsync(2999)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await part).toBe('the part')
  })

  it('tries at once when there is a connection again', async () => {
    const load = failing(1)
    const part = loadPersistently(load)
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('online'))
    expect(await part).toBe('the part')
    expect(load).toHaveBeenCalledTimes(2)
  })
})
