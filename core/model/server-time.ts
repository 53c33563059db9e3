/** How much later a response has to put the server's clock to count, in milliseconds. */
const NOISE = 1000

/**
 * How far the server's clock is ahead of the device's, in milliseconds, once a response had a date.
 * Answers arrive late, or from a cache, so the latest date of all is right.
 */
export const leadOf = (before: number | null, server: Date, device: Date): number => {
  const lead = server.getTime() - device.getTime()
  return before === null || lead > before + NOISE ? lead : before
}
