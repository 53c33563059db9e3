/** How much later an answer has to put the server's clock to count, in milliseconds. */
const NOISE = 1000

/**
 * How far the server's clock is ahead of the device's, in milliseconds, once the server told the
 * time. An answer takes time, or comes from a cache: of all that was heard, the latest is right.
 */
export const leadOf = (before: number | null, server: Date, device: Date): number => {
  const lead = server.getTime() - device.getTime()
  return before === null || lead > before + NOISE ? lead : before
}
