import { useSyncExternalStore } from 'react'

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
