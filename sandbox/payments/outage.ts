/** Simulates the provider being down or slow, for people and tests. */
import { setTimeout as pause } from 'node:timers/promises'
import { StripeError } from './errors.ts'

export interface OutageState {
  /** `fail` answers every API request with `status`; `hang` holds it until the outage ends. */
  mode: 'fail' | 'hang' | null
  status: 500 | 503 | null
  /** Milliseconds that every API request takes longer. */
  latency: number
}

export interface Outage {
  state(): OutageState
  set(next: Partial<OutageState>): void
  /** Resolves when a request may continue; throws the error with which to answer it. */
  pass(): Promise<void>
}

const unavailable = (status: number) =>
  new StripeError(status, {
    type: 'api_error',
    message:
      'Sorry! There was an error while talking to one of our backends. Support has been notified.',
  })

export const createOutage = (): Outage => {
  let current: OutageState = { mode: null, status: null, latency: 0 }
  let waiting: (() => void)[] = []
  return {
    state: () => current,
    set: (next) => {
      current = { ...current, ...next }
      if (current.mode === 'hang') return
      const released = waiting
      waiting = []
      for (const release of released) release()
    },
    pass: async () => {
      if (current.latency > 0) await pause(current.latency)
      if (current.mode === 'hang') {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
      }
      if (current.mode === 'fail') throw unavailable(current.status ?? 500)
    },
  }
}
