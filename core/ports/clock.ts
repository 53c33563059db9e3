/** Time, sleeping, ids and randomness: everything that would make a test slow or flaky. */
export interface ClockPort {
  now(): Date
  sleep(milliseconds: number): Promise<void>
  /** Unique, unguessable, URL-safe. */
  randomId(): string
  /** Uniform in [0, 1). */
  random(): number
}
