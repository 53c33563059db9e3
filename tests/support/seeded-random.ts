/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (share: number): boolean => next() < share,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    shuffled: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => [next(), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item),
  }
}
