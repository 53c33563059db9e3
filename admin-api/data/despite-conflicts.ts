import pRetry from 'p-retry'
import { isConflict } from './failures.ts'

/** Repeats work that the database rolled back because of a conflict with another transaction. */
export const despiteConflicts = <Result>(work: () => Promise<Result>): Promise<Result> =>
  pRetry(work, {
    retries: 20,
    minTimeout: 5,
    maxTimeout: 250,
    randomize: true,
    shouldRetry: ({ error }) => isConflict(error),
  })
