/** The email that a link carries in the history entry's state, so that it stands in no URL; empty when there is none. */
export const emailFrom = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
