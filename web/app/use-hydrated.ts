import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while React takes over the server's markup, true from then on. What the visitor's device remembers must wait
 * for it: the first render has to match what the server wrote.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
