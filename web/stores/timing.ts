/** Time, sleeping and randomness, injected so that no test is slow or flaky. */
export type Timing = {
  readonly now: () => Date
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/**
 * How long the check of a card may take before the screen says that it is slow, in milliseconds.
 */
export const SLOW = 20_000
