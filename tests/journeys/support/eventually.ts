import { vi } from 'vitest'

/** Waits until the assertion holds. */
export const eventually = (assertion: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 100 })
