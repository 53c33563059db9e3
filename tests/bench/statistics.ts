/** The median: for an even count the upper of the middle two, NaN for no numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/**
 * The smallest number that is at least as large as this share (0 to 1) of them. NaN for no numbers.
 */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.max(Math.ceil(numbers.length * share) - 1, 0)] ??
  Number.NaN

/**
 * Runs every target in turn, round after round, so that noise on the machine affects all of them.
 */
export const interleave = async <Name extends string, Measured>(
  rounds: number,
  targets: Readonly<Record<Name, () => Promise<Measured>>>,
): Promise<Readonly<Record<Name, readonly Measured[]>>> => {
  const entries = Object.entries(targets) as [Name, () => Promise<Measured>][]
  const measured = Object.fromEntries(entries.map(([name]) => [name, [] as Measured[]])) as Record<
    Name,
    Measured[]
  >
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, measure] of entries) measured[name].push(await measure())
    process.stderr.write(`round ${round} of ${rounds}\n`)
  }
  return measured
}

/** Median, with the minimum and maximum in brackets. */
export const spread = (numbers: readonly number[], digits = 0): string =>
  `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`

/** Whether a bar was met, in the table's words. */
export const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**')

export const atMost = (
  value: number,
  bar: number,
  digits = 2,
): readonly [string, string, string] => [
  value.toFixed(digits),
  `≤ ${bar}`,
  verdict(Number(value.toFixed(digits)) <= bar),
]

export const atLeast = (
  value: number,
  bar: number,
  digits = 2,
): readonly [string, string, string] => [
  value.toFixed(digits),
  `≥ ${bar}`,
  verdict(Number(value.toFixed(digits)) >= bar),
]
