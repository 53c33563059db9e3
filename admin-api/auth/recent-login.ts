import { Problem } from '../problem.ts'

const recentMs = 5 * 60 * 1000

export const requiresRecentLogin = (): Problem =>
  new Problem(403, 'auth/requires-recent-login', 'Please enter your password again to do this.')

export const isRecentLoginRequired = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'auth/requires-recent-login'

/** Whether the caller signed in recently enough for an irreversible action. */
export const isRecent = ({ authTime }: { readonly authTime: Date }, now: Date): boolean =>
  now.getTime() - authTime.getTime() <= recentMs
