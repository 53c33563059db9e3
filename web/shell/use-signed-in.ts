import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { setSessionAttribute } from './session-attribute.ts'
import { useAppLoader } from '../stores/app-loader.tsx'
import { useStorage } from '../stores/storage.tsx'

/** Whether somebody is signed in, judged only by the session hint. */
export const useSignedIn = (): boolean => {
  const loader = useAppLoader()
  const storage = useStorage()
  const read = () => storage.read(HINT_KEY) !== null
  const subscribe = useCallback(
    (changed: () => void) => {
      let isListening = true
      let stop = () => {}
      const stopWatching = storage.watch(changed)
      loader.whenRunning(({ app }) => {
        if (isListening) stop = app.watchUser(changed)
      })
      return () => {
        isListening = false
        stop()
        stopWatching()
      }
    },
    [loader, storage],
  )
  const isSignedIn = useSyncExternalStore(subscribe, read, () => false)
  // The first render has to match the server's, but the attribute is already right.
  useEffect(() => setSessionAttribute(read()))
  return isSignedIn
}
