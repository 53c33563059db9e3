import { PortUnavailable } from '#core/model/failures.ts'
import type { ChallengeAction, ChallengePort } from '#core/ports/challenge.ts'

export type MemoryChallenge = ChallengePort & {
  /** Whether the server accepts the token for the action, which it does once. */
  spend(token: string | undefined, action: ChallengeAction): boolean
  /** From now on gives tokens that the server refuses. */
  distrust(): void
  /** Returns no tokens, as when no challenge is set up. */
  turnOff(): void
  fail(): void
  restore(): void
}

/** Gives tokens that can be used once. */
export const createMemoryChallenge = (): MemoryChallenge => {
  const open = new Set<string>()
  let given = 0
  let state: 'on' | 'off' | 'distrusting' | 'down' = 'on'
  const change = (next: typeof state) => () => {
    state = next
  }
  return {
    token: async (action) => {
      if (state === 'down')
        throw new PortUnavailable('challenge', new Error('The challenge does not answer.'))
      if (state === 'off') return null
      given += 1
      const token = `${action}-${given}`
      if (state === 'on') open.add(token)
      return token
    },
    spend: (token, action) =>
      token !== undefined && open.delete(token) && token.startsWith(`${action}-`),
    distrust: change('distrusting'),
    turnOff: change('off'),
    fail: change('down'),
    restore: change('on'),
  }
}
