import { API_VERSION } from './api-version.ts'
import { newId } from './ids.ts'
import type { Event } from './objects/events.ts'
import { render } from './rendering.ts'
import type { State, Store } from './store.ts'

export interface Settings {
  secretKey: string
  publishableKey: string
  /** Where people and browsers reach the sandbox, without a trailing slash. */
  publicUrl: () => string
}

/** The state and the clocks that every part of the sandbox shares. */
export interface Sandbox {
  readonly settings: Settings
  readonly store: Store
  readonly state: State
  /** The time of the sandbox's own clock, in Unix seconds. */
  now(): number
  /** The current time for a customer: that of their test clock, or of the sandbox. */
  timeOf(customerId: string | null): number
  /** Stops the sandbox's own clock at `time` while `run` runs. */
  at<T>(time: number, run: () => T): T
  /** Sets the sandbox's own clock, which continues from there. */
  setNow(time: number): void
  /**
   * Records that something happened, for GET /v1/events and the webhooks. `before` is the object as
   * it was rendered before the change.
   */
  emit(type: string, object: object, before?: Record<string, unknown>): void
}

export interface SandboxOptions {
  settings: Settings
  store: Store
  /** The real time in Unix milliseconds. */
  clock: () => number
  /** Called with each event as it happens. */
  onEvent: (event: Event) => void
  /** The request being answered, for the event's `request`. */
  request: () => Event['request']
}

const changedMembers = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key]),
    ),
  )

const customerOf = (object: object): string | null => {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id)
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : null
}

export const createSandbox = ({
  settings,
  store,
  clock,
  onEvent,
  request,
}: SandboxOptions): Sandbox => {
  let held: number | null = null
  const realSeconds = () => Math.floor(clock() / 1000)
  const sandbox: Sandbox = {
    settings,
    store,
    get state() {
      return store.state
    },
    now: () => held ?? realSeconds() + store.state.clockOffset,
    timeOf: (customerId) => {
      const testClock = customerId === null ? null : store.state.customers[customerId]?.test_clock
      return (
        (testClock ? store.state.testClocks[testClock]?.frozen_time : undefined) ?? sandbox.now()
      )
    },
    at: (time, run) => {
      const before = held
      held = time
      try {
        return run()
      } finally {
        held = before
      }
    },
    setNow: (time) => {
      store.state.clockOffset = time - realSeconds()
    },
    emit: (type, object, before) => {
      const after = render(store.state, object)
      const previous = before ? changedMembers(before, after) : undefined
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: sandbox.timeOf(customerOf(object)),
        data: previous ? { object: after, previous_attributes: previous } : { object: after },
        livemode: false,
        pending_webhooks: 0,
        request: request(),
        type,
      }
      store.state.events[event.id] = event
      onEvent(event)
    },
  }
  return sandbox
}

/** Changes an object and records the event, unless nothing that is sent has changed. */
export const change = <T extends object>(
  sandbox: Sandbox,
  type: string,
  object: T,
  apply: (object: T) => void,
): void => {
  const before = render(sandbox.state, object)
  apply(object)
  const after = render(sandbox.state, object)
  if (JSON.stringify(before) !== JSON.stringify(after)) sandbox.emit(type, object, before)
}
