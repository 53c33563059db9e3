import type { ClockPort } from '#core/ports/clock.ts'

/** Real time and randomness, in a browser or in Node. */
export const createBrowserClock = (): ClockPort => ({
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  randomId,
  random: () => Math.random(),
})

/**
 * `crypto.randomUUID` exists only on https and localhost, not on a site opened by its local IP
 * address.
 */
const randomId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
