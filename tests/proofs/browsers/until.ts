import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until the attempt returns something other than false or undefined; throws with its last
 * reason when it never does.
 */
export const until = async <T>(
  what: string,
  attempt: () => Promise<T | false | undefined>,
  most = 20_000,
): Promise<T> => {
  const end = Date.now() + most
  for (;;) {
    let reason = ''
    try {
      const found = await attempt()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      reason = `: ${(error as Error).message}`
    }
    if (Date.now() > end) throw new Error(`Waited ${most / 1000} s for ${what}${reason}`)
    await pause(50)
  }
}
