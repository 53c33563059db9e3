import type { ClockPort } from '#core/ports/clock.ts'

export type MemoryClock = ClockPort & {
  /** Moves the time forward, resolving each sleep when it is due, even those begun meanwhile. */
  advance(milliseconds: number): Promise<void>
  /** Sets what `random()` returns from now on, repeated in turn. Each in [0, 1). */
  rollDice(...values: readonly [number, ...number[]]): void
  /** How many sleeps have not ended yet. */
  readonly sleeping: number
}

type Sleeper = { readonly until: number; readonly wake: () => void }

/** A clock that stands still until a test moves it. */
export const createMemoryClock = (start: Date = new Date('2026-01-01T00:00:00Z')): MemoryClock => {
  let time = start.getTime()
  let sleepers: readonly Sleeper[] = []
  let ids = 0
  let dice: readonly number[] = [0.5]
  let rolls = 0

  const wakeThose = (until: number) => {
    const due = sleepers.filter((sleeper) => sleeper.until <= until)
    sleepers = sleepers.filter((sleeper) => sleeper.until > until)
    for (const sleeper of due) sleeper.wake()
  }

  return {
    now: () => new Date(time),
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        sleepers = [...sleepers, { until: time + Math.max(0, milliseconds), wake: resolve }]
      }),
    randomId: () => `id-${String(++ids).padStart(4, '0')}`,
    random: () => dice[rolls++ % dice.length] ?? 0,
    advance: async (milliseconds) => {
      const end = time + milliseconds
      await settle()
      for (;;) {
        const next = Math.min(...sleepers.map((sleeper) => sleeper.until))
        if (next > end) break
        time = Math.max(time, next)
        wakeThose(next)
        await settle()
      }
      time = end
    },
    rollDice: (...values) => {
      dice = values
      rolls = 0
    },
    get sleeping() {
      return sleepers.length
    },
  }
}

/** Flushes resolved promises, so that woken code can sleep again. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
