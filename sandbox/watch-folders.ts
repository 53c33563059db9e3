import { watch } from 'node:fs'

const settle = 200

/**
 * Calls `onChange` when a file in one of the folders changed, once for a burst of changes and never
 * while an earlier call is still running. Returns a function that stops watching.
 */
export const watchFolders = (folders: string[], onChange: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let busy = false
  let again = false
  const run = async () => {
    if (busy) {
      again = true
      return
    }
    busy = true
    await onChange()
    busy = false
    if (again) {
      again = false
      await run()
    }
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void run(), settle)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
