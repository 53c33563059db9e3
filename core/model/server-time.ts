/** Smaller increases of the server's lead are ignored as noise, in milliseconds. */
const NOISE = 1000

/**
 * How far the server's clock is ahead of the device's, in milliseconds. Responses arrive late or
 * from a cache, so the largest lead seen so far is the most accurate.
 */
export const leadOf = (before: number | null, server: Date, device: Date): number => {
  const lead = server.getTime() - device.getTime()
  return before === null || lead > before + NOISE ? lead : before
}
