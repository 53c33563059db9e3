import { stepPath } from './journeys.ts'
import { journeyOf } from './routes.ts'
import type { StepId } from './routes.ts'

/** Steps whose forms hold a card or a new email, which is not stored before it is sent. */
const losing: readonly StepId[] = ['payment', 'verify-email']

/** Whether what was typed on the page at the path survives signing in again. */
export const keepsEntries = (path: string): boolean => {
  const journey = journeyOf(path)
  return journey !== null && !losing.some((step) => path.startsWith(stepPath(journey, step)))
}
