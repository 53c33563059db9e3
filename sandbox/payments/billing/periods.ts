import type { Interval } from '../objects/catalog.ts'

const SECONDS: Record<'day' | 'week', number> = { day: 86_400, week: 604_800 }

const addMonths = (seconds: number, months: number): number => {
  const from = new Date(seconds * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1000)
}

/** Adds `count` intervals to `seconds` (Unix); the 31st becomes a shorter month's last day. */
export const addIntervals = (seconds: number, interval: Interval, count: number): number => {
  if (interval === 'month') return addMonths(seconds, count)
  if (interval === 'year') return addMonths(seconds, count * 12)
  return seconds + SECONDS[interval] * count
}

/**
 * When the period that begins at `start` ends, for a billing cycle anchored at `anchor`: the 31st
 * stays the 31st.
 */
export const periodEnd = (
  anchor: number,
  start: number,
  interval: Interval,
  count: number,
): number => {
  let cycles = 1
  while (addIntervals(anchor, interval, cycles * count) <= start) cycles += 1
  return addIntervals(anchor, interval, cycles * count)
}
