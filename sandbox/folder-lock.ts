import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'

export type LockOptions = {
  /** Milliseconds after which the lock of a process that was killed counts as free. */
  stale: number
  /** Milliseconds to wait for another process; unset: no limit. */
  patience?: number
  signal?: AbortSignal
}

const poll = 500

/**
 * Holds a lock on the folder until the returned function is called or the process ends.
 * Throws an error with code ELOCKED when another process still holds it after `patience`.
 */
export const lockFolder = async (
  folder: string,
  lockfilePath: string,
  { stale, patience, signal }: LockOptions,
) => {
  const until = Date.now() + (patience ?? Number.POSITIVE_INFINITY)
  for (;;) {
    signal?.throwIfAborted()
    try {
      // After a computer has slept, its lock looks abandoned, which is no reason to stop.
      const release = await lock(folder, { lockfilePath, stale, onCompromised: () => undefined })
      return () => release().catch(() => undefined)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED' || Date.now() >= until) throw error
    }
    await sleep(poll)
  }
}
