/** Time, waiting, ids and chance: everything that would make a test sleep or flicker. */
export interface ClockPort {
  now(): Date
  sleep(milliseconds: number): Promise<void>
  /** Unique, unguessable, URL-safe. */
  randomId(): string
  /** Uniform in [0, 1). */
  random(): number
}
