import { useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from './when-idle.ts'

const never = () => () => {}

/**
 * False on the server and while React hydrates its markup, true from then on. Persisted state must
 * wait for it: the first render has to match what the server rendered.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** True once the browser has been idle after hydration, or two seconds later at most. */
export const useIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
