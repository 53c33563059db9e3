import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { lock } from 'proper-lockfile'

/** Another process has the data folder open. */
export class DatabaseInUse extends Error {
  constructor(folder: string) {
    super(
      `The database folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
    )
    this.name = 'DatabaseInUse'
  }
}

/** Another process may have the data folder open by now: what this one still stores can be lost. */
export class DatabaseLockLost extends Error {
  constructor(folder: string, cause: Error) {
    super(`The lock of the database folder ${folder} was lost.`, { cause })
    this.name = 'DatabaseLockLost'
  }
}

type Owner = { readonly pid: number; readonly host: string }

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Whether the process that took the lock is known to have ended. That is never known of a process
 * on another machine, or of one with our own id, which ran in another container.
 */
const hasOwnerEnded = async (ownerFile: string): Promise<boolean> => {
  const text = await readFile(ownerFile, 'utf8').catch(() => '{}')
  try {
    const { pid, host } = JSON.parse(text) as Partial<Owner>
    return pid !== undefined && host === hostname() && pid !== process.pid && !isAlive(pid)
  } catch {
    return false
  }
}

/**
 * Locks a folder for this process; returns a function that releases it. The lock of a process that
 * ended can be taken immediately; the lock of one that hangs, or that ran on another machine, after
 * ten seconds. `onLost` is called when this process itself has hung for that long.
 * @throws DatabaseInUse
 */
export const lockFolder = async (
  folder: string,
  onLost: (error: DatabaseLockLost) => void,
): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true })
  const ownerFile = `${folder}.owner`
  const asInUse = (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ELOCKED' ? new DatabaseInUse(folder) : error
  }
  // One process at a time checks the owner, or two could take over the same dead lock.
  const leave = await lock(ownerFile, { realpath: false, retries: 5 }).catch(asInUse)
  try {
    if (await hasOwnerEnded(ownerFile))
      // Old enough to count as stale.
      await utimes(`${folder}.lock`, 0, 0).catch(() => {})
    const release = await lock(folder, {
      stale: 10_000,
      update: 2_500,
      onCompromised: (error) => onLost(new DatabaseLockLost(folder, error)),
    }).catch(asInUse)
    await writeFile(ownerFile, JSON.stringify({ pid: process.pid, host: hostname() }))
    return async () => {
      await rm(ownerFile, { force: true })
      await release()
    }
  } finally {
    await leave()
  }
}
