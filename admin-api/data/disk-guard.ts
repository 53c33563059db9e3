import { statfs } from 'node:fs/promises'

/** Space for the write-ahead log to finish the current writes and to shut down cleanly. */
const leastFreeMb = 64
const lookEveryMs = 250
const tellEveryMs = 60_000

/** The embedded database is read-only until there is more space on its disk. */
export class DiskFull extends Error {
  constructor(folder: string) {
    super(
      `The disk of the database folder ${folder} has less than ${leastFreeMb} MB left: nothing is stored until it has more.`,
    )
    this.name = 'DiskFull'
  }
}

/** The free bytes that an unprivileged process may use. */
export type FreeSpace = (folder: string) => Promise<number>

export const freeSpaceOf: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const hasRoom = async (folder: string, freeSpace: FreeSpace): Promise<boolean> =>
  (await freeSpace(folder)) >= leastFreeMb * 1024 * 1024

/**
 * Makes the embedded database read-only while its disk is almost full: once the write-ahead log
 * cannot grow, the database loops forever and blocks the whole process. While the disk is full,
 * calls `onError` once a minute.
 */
export const guardDisk = (
  folder: string,
  freeSpace: FreeSpace,
  setReadOnly: (isReadOnly: boolean) => Promise<unknown>,
  onError: (error: Error) => void,
): { stop(): Promise<void> } => {
  let isFull = false
  let toldAt = -tellEveryMs
  const look = async (): Promise<void> => {
    const isNowFull = !(await hasRoom(folder, freeSpace))
    if (isNowFull !== isFull) await setReadOnly(isNowFull)
    isFull = isNowFull
    if (!isFull || performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    onError(new DiskFull(folder))
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => {
        looking = null
      })
  }, lookEveryMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
