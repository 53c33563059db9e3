import { setTimeout as pause } from 'node:timers/promises'

/** Whether the work finished in time. */
export const within = async (timeoutMs: number, work: Promise<unknown>): Promise<boolean> => {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work.then(() => true),
      pause(timeoutMs, false, { signal: timeout.signal }),
    ])
  } finally {
    timeout.abort()
  }
}
