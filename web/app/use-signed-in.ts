import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { markSession } from './device-marks.tsx'
import { useSession } from './session.tsx'

const read = (): boolean => {
  try {
    return window.localStorage.getItem(HINT_KEY) !== null
  } catch {
    return false
  }
}

/** Whether somebody is signed in, as far as this device remembers: asks nobody and starts nothing. */
export const useSignedIn = (): boolean => {
  const session = useSession()
  const subscribe = useCallback(
    (changed: () => void) => {
      let isListening = true
      let stop = () => {}
      window.addEventListener('storage', changed)
      session.whenRunning(({ app }) => {
        if (isListening) stop = app.watchSignOut(changed)
      })
      return () => {
        isListening = false
        stop()
        window.removeEventListener('storage', changed)
      }
    },
    [session],
  )
  const isSignedIn = useSyncExternalStore(subscribe, read, () => false)
  // The first render must match the server's and knows nothing; the mark is right already.
  useEffect(() => markSession(read()))
  return isSignedIn
}
