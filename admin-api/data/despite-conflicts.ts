import { setTimeout as pause } from 'node:timers/promises'
import pRetry from 'p-retry'
import { isConflict } from './failures.ts'

/** Repeats work that the database rolled back because of a conflict with another transaction. */
export const despiteConflicts = <Result>(work: () => Promise<Result>): Promise<Result> =>
  pRetry(
    async (attempt) => {
      // A random pause: the library's own pauses are all equal once they reach its maximum.
      if (attempt > 1) await pause(Math.random() * Math.min(250, 5 * 2 ** (attempt - 1)))
      return work()
    },
    { retries: 20, minTimeout: 0, shouldRetry: ({ error }) => isConflict(error) },
  )
